"""Tasks that are done by hand as randomised questions for Moodle: a category a task, a question a draw of its data.

A quiz takes one at random from the category, so that everybody gets other numbers, and Moodle marks them itself.
"""

import random
import re
from xml.sax.saxutils import escape

from ..judging import shown
from ..tasks import ByHand, Topic
from . import assignments, notebooks

QUESTION = """<question type="cloze">
<name><text>{name}</text></name>
<questiontext format="markdown"><text>{text}</text></questiontext>
</question>
"""
CATEGORY = '<question type="category"><category><text>$course$/top/{name}</text></category></question>\n'


def moodle(topic: Topic, seed: str, draws: int) -> str:
    """The by-hand tasks of a topic as Moodle XML, with so many draws of the data of each."""
    whole = assignments.source(topic)
    made = ""
    for task in topic.tasks:
        if isinstance(task, ByHand):
            asked = whole.cells[notebooks.place(whole, task.name) - 1].source
            asked = re.sub(r"<details>.*", "", asked, flags=re.DOTALL).strip()
            made += CATEGORY.format(name=f"{topic.title}/{task.name}")
            made += "".join(_question(task, asked, seed, draw) for draw in range(1, draws + 1))
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
