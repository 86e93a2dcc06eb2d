"""The page that a student gets back: every task with its counter-example. It loads nothing from anywhere."""

from html import escape

from ..judging import Outcome
from ..reports import html
from ..tasks import Topic
from .batch import Result

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #222; }}
section {{ border-top: 1px solid #ccc; padding: 0.5rem 0; }}
table {{ border-collapse: collapse; }}
td {{ border: 1px solid #ccc; padding: 0.2rem 0.6rem; }}
blockquote {{ border-left: 3px solid #ccc; margin-left: 0; padding-left: 1rem; white-space: pre-wrap; }}
</style>
</head>
<body>
<h1>{title}</h1>
<p>{summary}</p>
{sections}
</body>
</html>
"""

Marks = dict[str, tuple[float | None, bool, str]]


def page(topic: Topic, result: Result, marks: Marks) -> str:
    """The feedback on one submission as HTML."""
    title = escape(f"{topic.title}: {result.student}")
    if result.refused:
        return clean(PAGE.format(title=title, summary=f"Not graded: {escape(result.refused)}.", sections=""))
    scores = [score for score, _, _ in marks.values()]
    total = sum(score or 0 for score in scores)
    open_ = (
        "" if all(score is not None for score in scores) else ", and there is still something that a person will read"
    )
    sections = [f"<section>{html(outcome)}{manual(outcome, marks)}</section>" for outcome in result.outcomes]
    if result.remarks:
        remarks = "".join(f"<li>{escape(remark)}</li>" for remark in result.remarks)
        sections.append(f"<section><p>What happened while your cells ran:</p><ul>{remarks}</ul></section>")
    summary = f"{total:g} of {topic.points} points{open_}."
    return clean(PAGE.format(title=title, summary=summary, sections="\n".join(sections)))


def manual(outcome: Outcome, marks: Marks) -> str:
    """A person's mark and comment, where there are any."""
    score, open_, comment = marks.get(outcome.task, (None, False, ""))
    by_hand = score is not None and score != outcome.earned and not open_
    mark = f"<p>Marked: {score:g} points.</p>" if by_hand else ""
    return mark + (f"<blockquote>{escape(comment)}</blockquote>" if comment else "")


def clean(text: str) -> str:
    """The page without characters that no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
