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
    """The feedback on one submission as HTML; `marks` are those of the gradebook."""
    sections = [f"<section>{html(outcome)}{manual(outcome, marks)}</section>" for outcome in result.outcomes]
    if result.remarks:
        remarks = "".join(f"<li>{escape(remark)}</li>" for remark in result.remarks)
        sections.append(f"<section><p>What happened while your cells ran:</p><ul>{remarks}</ul></section>")
    title = escape(f"{topic.title}: {result.student}")
    return PAGE.format(title=title, summary=escape(summary(topic, result, marks)), sections="\n".join(sections))


def summary(topic: Topic, result: Result, marks: Marks) -> str:
    """The points that are settled, and whether there will be more to say."""
    settled = [score for score, open_, _ in marks.values() if score is not None and not open_]
    points = f"{sum(settled):g} of {topic.points} points"
    if not result.refused:
        left = "" if len(settled) == len(marks) else ", and there is still something that a person will read"
        return f"{points}{left}."
    before = f" What was graded before stays until then: {points}." if settled else ""
    return f"Not graded: {result.refused}.{before}"


def manual(outcome: Outcome, marks: Marks) -> str:
    """A person's mark and comment, where there are any."""
    score, open_, comment = marks.get(outcome.task, (None, False, ""))
    mark = ""
    if score is not None and open_:
        marked = f"Marked with {score:g} points, and changed" if score != outcome.earned else "Changed"
        mark = f"<p>{marked} since a person looked at it, who will look again.</p>"
    elif open_ and comment:
        mark = "<p>Not marked yet. When a person last looked at it, this was said:</p>"
    elif score is not None and score != outcome.earned:
        mark = f"<p>Marked: {score:g} points.</p>"
    return mark + (f"<blockquote>{escape(comment)}</blockquote>" if comment else "")
