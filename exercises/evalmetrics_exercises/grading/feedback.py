"""The page that a student gets back: every task with its counter-example. It loads nothing from anywhere."""

import io
import json
import re
import sys
import zipfile
from collections.abc import Mapping, Sequence
from html import escape, unescape
from pathlib import Path, PurePath

from ..judging import Outcome
from ..reports import html, so_many
from ..tasks import Topic
from . import pages
from .batch import Result
from .marks import Standing

STYLE = """body { max-width: 50rem; }
blockquote { border-left: 3px solid #ccc; margin-left: 0; padding-left: 1rem; white-space: pre-wrap; }
"""
# Of this machine, as messages may hold them: nobody's business.
PATHS = sorted({str(Path(__file__).parents[3]), sys.prefix, sys.base_prefix, str(Path.home())} - {"/"}, key=len)[::-1]


Rubrics = Mapping[str, Sequence[tuple[float, str]]]  # by task, what each line is worth and for what


def page(topic: Topic, result: Result, standing: dict[str, Standing], rubrics: Rubrics) -> str:
    """The feedback on one submission as HTML; `standing` says where each task stands."""
    sections = [
        f"<section>{html(outcome)}{by_person(outcome, standing, rubrics.get(outcome.task, ()))}</section>"
        for outcome in result.outcomes
    ]
    if result.remarks:
        remarks = "".join(f"<li>{escape(remark)}</li>" for remark in result.remarks)
        sections.append(f"<section><p>What happened while your cells ran:</p><ul>{remarks}</ul></section>")
    title = f"{topic.title}: {result.student}"
    said = f"<h1>{escape(title)}</h1>\n<p>{escape(summary(topic, result, standing))}</p>\n"
    whole = pages.page(title, said + "\n".join(sections), STYLE)
    for path in PATHS:
        whole = whole.replace(escape(path), "…")
    return whole


def summary(topic: Topic, result: Result, standing: dict[str, Standing]) -> str:
    """The points so far, and whether there will be more to say."""
    settled = [each.points for each in standing.values() if each.points is not None and not each.open]
    points = f"{sum(settled):g} of {so_many(topic.points)}"
    if not result.refused:
        left = [task for task, each in standing.items() if each.open]
        return f"{points} so far; a person will read {', '.join(left)}." if left else f"{points}."
    before = f" What was graded before stays until then: {points}." if settled else ""
    return f"Not graded: {result.refused}.{before}"


def by_person(outcome: Outcome, standing: dict[str, Standing], rubric: Sequence[tuple[float, str]]) -> str:
    """A person's mark with the lines of the rubric that were ticked and that were not, and the comment."""
    each = standing.get(outcome.task)
    if each is None or not (mark := each.mark or each.before):
        return ""
    points = "" if mark.points is None else f"Marked: {so_many(mark.points)}."
    if each.before:
        points = f"{points} It has changed since, and a person will look again.".strip()
    said = f"<p>{points}</p>" if points else ""
    if mark.boxes:
        ticked = {int(box) for box in mark.boxes.split() if box.isdecimal()}
        lines = (("✓" if i in ticked else "–", *line) for i, line in enumerate(rubric, start=1))
        said += f"<ul>{''.join(f'<li>{sign} {worth:g}: {escape(words)}</li>' for sign, worth, words in lines)}</ul>"
    return said + (f"<blockquote>{escape(mark.comment)}</blockquote>" if mark.comment else "")


def as_file(whole: str, name: str) -> bytes:
    """The page as what a name ends in, for a platform that gives it back under the name of what was handed in."""
    body = whole.partition("<body>")[2].partition("</body>")[0].strip()
    ending = PurePath(name).suffix
    if ending == ".ipynb":
        cell = {"cell_type": "markdown", "id": "feedback", "metadata": {}, "source": body.splitlines(keepends=True)}
        return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1).encode()
    if ending == ".zip":
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(zipfile.ZipInfo("feedback.html"), whole)
        return data.getvalue()
    if ending != ".html":
        lines = re.sub(r"</td>", "\t", re.sub(r"<br>|</(?:p|h1|li|tr|blockquote)>", "\n", body))
        return unescape(re.sub(r"<[^>]+>", "", lines)).encode()
    return whole.encode()
