"""Tasks that are done by hand as randomised questions for Moodle: a category a task, a question a draw of its data.

A quiz takes one at random from the category, so that everybody gets other numbers, and Moodle marks them itself.
"""

import random
import re
from xml.sax.saxutils import escape

from ..judging import shown
from ..tasks import ByHand, Number, Topic
from . import assignments, notebooks

QUESTION = """<question type="cloze">
<name><text>{name}</text></name>
<questiontext format="markdown"><text>{text}</text></questiontext>
</question>
"""
CATEGORY = '<question type="category"><category><text>$course$/top/{name}</text></category></question>\n'


# What a quiz says otherwise than a notebook, which has cells and dicts, and dollars around formulas.
OTHERWISE = (
    (r"<details>.*", ""),
    (r"^#+ [^\n]*\n", ""),
    (r"^\*[^*\n]* points? · [^*\n]*\*\n", ""),
    (r"The cell shows", "Below you see"),
    (r"\s*(?:They go|Write them) into the dict `\w+`\.", ""),
    (r"Into the dict `\w+` go", "Give"),
    (r"(?:,? and write(?: them| the numbers)?|,)? (?:in|into) the dict `\w+`(?: under these names)?", ""),
    (r"\s*Give it as the number `\w+`\. There is no `check` for this one\.", ""),
    (r" with the keys ", " as "),
    (r"\$\$(.+?)\$\$", r"\\[\1\\]"),
    (r"\$(?=\S)(.+?)(?<=\S)\$(?!\d)", r"\\(\1\\)"),  # and no price
)


def moodle(topic: Topic, seed: str, draws: int) -> str:
    """The tasks by hand of a topic as Moodle XML, with so many draws of the data of each, and questions of numbers."""
    whole = assignments.source(topic)
    made = ""
    for task in topic.tasks:
        if isinstance(task, ByHand | Number):
            above = reversed(whole.cells[: notebooks.place(whole, task.name)])
            asked = next(cell.source for cell in above if cell.cell_type == "markdown")
            for pattern, instead in OTHERWISE:
                asked = re.sub(pattern, instead, asked, flags=re.DOTALL).strip()
            made += CATEGORY.format(name=f"{topic.title}/{task.name}")
        if isinstance(task, ByHand):
            made += "".join(_question(task, asked, seed, draw) for draw in range(1, draws + 1))
        elif isinstance(task, Number):
            field = f"{{1:NUMERICAL:={task.answer!r}:{task.tolerance!r}}}"
            made += QUESTION.format(name=task.name, text=escape(f"{asked}\n\n{field}"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{made}</quiz>\n'


def _question(task: ByHand, asked: str, seed: str, draw: int) -> str:
    data = task.telling(random.Random(f"{seed} {task.name} {draw}"))
    lines = shown(data, 4000).split("\n")
    if isinstance(data, dict):
        lines = [line for key, value in data.items() for line in f"{key}: {shown(value, 4000)}".split("\n")]
    step = 0.51 * 10**-task.decimals
    fields = [
        f"{key}: {{1:NUMERICAL:={value:.{task.decimals + 4}f}:{step:.{task.decimals + 2}f}}}"
        for key, value in task.solve(data).items()
    ]
    table = "\n".join(f"    {line}" for line in lines)
    return QUESTION.format(name=f"{task.name} {draw}", text=escape("\n\n".join([asked, table, *fields])))
