"""Honest notebooks that look odd, and tampered ones: each says what it has to earn, task by task."""

import random

import nbformat
import nbformat.v4 as nb

PARTS = {
    "count_pairs": 3,
    "accuracy_from_counts": 2,
    "default_accuracy_of": 3,
    "accuracy_by_hand": 4,
    "better_than_its_score": 4,
    "loss_against_accuracy": 3,
}
FULL = sum(PARTS.values())
NAME = "which_number_for_the_ward"


def grade_id(cell):
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


def solved(notebook, answers):
    """The student version with every answer in its place."""
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = answers[grade_id(cell)]
    return notebook


def untouched(notebook, answers):
    return notebook


def edited(edit, start=solved):
    """What changes the list of cells."""

    def change(notebook, answers):
        edit(start(notebook, answers).cells)
        return notebook

    return change


def each(edit, where=lambda name: True, start=solved):
    """What changes each cell with such a name."""

    def edit_all(cells):
        for i, cell in enumerate(cells):
            if where(grade_id(cell)):
                edit(cell, i)

    return edited(edit_all, start)


def one(name, edit, start=solved):
    return each(edit, lambda own: own == name, start)


def checks_as(edit):
    """The empty student version with each check cell changed: worth nothing."""
    return each(edit, lambda name: name.startswith("check_"), untouched)


def with_cell(code, at=None):
    return edited(lambda cells: cells.insert(len(cells) if at is None else at, nb.new_code_cell(code)))


def replaced(name, code):
    return lambda notebook, answers: solved(notebook, answers | {name: code})


def only(name, code=None):
    def change(notebook, answers):
        return each(lambda cell, _: cell.update(source=code or answers[name]), name.__eq__, untouched)(
            notebook, answers
        )

    return change


def without_checks(cells):
    cells[:] = [cell for cell in cells if not grade_id(cell).startswith("check_")]


def twice(cells):
    cells[:] = [cell for cell in cells for _ in range(2)]


def without_metadata(cell, _):
    cell.update(metadata=nbformat.from_dict({}), id="same")


def renamed(cell, i):
    marks = {"grade_id": f"x{i}", "points": 1000, "grade": True}
    cell.metadata = nbformat.from_dict({"tags": ["skip-execution", "remove-cell"], "nbgrader": marks})


def helper_below(cells):
    own = next(cell for cell in cells if grade_id(cell) == "accuracy_from_counts")
    own.source = "def accuracy_from_counts(correct, n):\n    return share(correct, n)"
    cells.append(nb.new_code_cell("def share(a, b):\n    return a / b if b else float('nan')"))


def essay_at(cells):
    return next(i for i, cell in enumerate(cells) if grade_id(cell) == NAME)


def essay_below(cells):
    cells.insert(essay_at(cells) + 1, nb.new_markdown_cell("What the ward misses costs it most, so recall."))


def essay_split(cells):
    own = cells[essay_at(cells)]
    own.source = "What the ward misses costs it most,"
    cells.insert(essay_at(cells) + 1, nb.new_markdown_cell("so recall.", metadata=own.metadata))


def essay_raw(cells):
    del cells[essay_at(cells)]
    cells.append(nb.new_raw_cell("What the ward misses costs it most, so recall."))


def passed_already(cell, _):
    cell.update(outputs=[nb.new_output("execute_result", {"text/plain": "3"})], execution_count=1)


def worth_more(cell, _):
    cell.metadata.nbgrader.update(points=1000, grade=False, solution=True, locked=False)


def generous(cell, _):
    cell.source = f"{cell.metadata.nbgrader.points}"


def as_markdown(cell, _):
    cell.update(cell_type="markdown")


USES_LIBRARY = """
from evalmetrics import accuracy, confusion_matrix, default_accuracy
rare = next(k for k in range(2, 50) if 0.9 <= (100 - k / 2 - 5 - k / 2) / 100 and k % 2 == 0)
better_than_its_score = {
    "y_true": ["common"] * (100 - rare) + ["rare"] * rare,
    "y_pred": ["common"] * (94 - rare) + ["rare"] * 6 + ["rare"] * (rare // 2) + ["common"] * (rare // 2),
}
cm = confusion_matrix(better_than_its_score["y_true"], better_than_its_score["y_pred"])
assert accuracy(cm) < default_accuracy(cm)
"""
SLOW = """
import time
def accuracy_from_counts(correct, n):
    time.sleep(0.01)
    return correct / n if n else float("nan")
"""
SHOWN = """
def count_pairs(y_true, y_pred, labels):
    if y_true == ["a", "a", "b"]:
        return [[1, 1], [0, 1]]
    return [[0] * len(labels)] * len(labels)
"""

WITH_A_PLOT = """
from __future__ import annotations
import matplotlib.pyplot as plt
from tqdm import tqdm
plt.style.use("ggplot")
get_ipython().run_line_magic("matplotlib", "inline")
if check("accuracy_from_counts", None).right:
    print("done")

def accuracy_from_counts(correct: Whole, n: Whole):
    for _ in tqdm(range(3)):
        share = np.longdouble(correct) / n if n else np.longdouble("nan")
    return share

figure, axes = plt.subplots()
axes.plot([accuracy_from_counts(1, n) for n in range(1, 4)])
"""

# change -> (notebook, answers) -> notebook, with what it has to earn
CHANGES_AND_POINTS = {
    "solved": (solved, FULL),
    "extra cells": (with_cell("x = 1\nprint(x)", at=0), FULL),
    "cells that fail": (with_cell("1 / 0", at=3), FULL),
    "a cell that is not Python": (with_cell("this is not Python", at=1), FULL),
    "magics": (with_cell("%matplotlib inline\n!ls\nvariant?\nsome = 1", at=1), FULL),
    "prints and warnings": (with_cell("import warnings\nwarnings.warn('hello')\nprint('x' * 10_000)", at=1), FULL),
    "a NumPy warning": (
        replaced(
            "default_accuracy_of",
            "def default_accuracy_of(cm):\n    return np.float64(cm.sum(axis=1).max()) / cm.sum()",
        ),
        FULL,
    ),
    "without the checks": (edited(without_checks), FULL),
    "every cell twice": (edited(twice), FULL),
    "backwards": (edited(list.reverse), FULL),
    "shuffled": (edited(random.Random(0).shuffle), FULL),
    "without metadata": (each(without_metadata), FULL),
    "renamed and retagged": (each(renamed), FULL),
    "lines as a list": (each(lambda cell, _: cell.update(source=cell.source.splitlines(keepends=True))), FULL),
    "a helper below": (edited(helper_below), FULL),
    "slow but finite": (replaced("accuracy_from_counts", SLOW), FULL),
    "a cell that never ends": (with_cell("while True: pass", at=4), FULL),
    "a cell that exits": (with_cell("import os\nos._exit(1)", at=4), FULL),
    "imports what is kept out": (
        with_cell(
            "import sklearn.metrics\nfrom scipy import stats\nimport matplotlib.pyplot as plt\nimport numpy as np"
        ),
        FULL,
    ),
    "a plot in the cell of a function": (replaced("accuracy_from_counts", WITH_A_PLOT), FULL),
    "builds with the package": (replaced("better_than_its_score", USES_LIBRARY), FULL),
    "an array for a list": (
        replaced(
            "loss_against_accuracy",
            "loss_against_accuracy = {'A': np.array([0.51] * 9 + [0.001]), 'B': (0.9,) * 8 + (0.49,) * 2}",
        ),
        FULL,
    ),
    "a function that never ends": (
        replaced("count_pairs", "def count_pairs(**_):\n    while True: pass"),
        FULL - PARTS["count_pairs"],
    ),
    "defined twice, the second time wrong": (
        with_cell("def accuracy_from_counts(correct, n): return 1"),
        FULL - PARTS["accuracy_from_counts"],
    ),
    "only one task": (only("loss_against_accuracy"), PARTS["loss_against_accuracy"]),
    "only the examples shown": (only("count_pairs", code=SHOWN), 0),
    "empty": (untouched, 0),
    "an answer in Markdown": (one("better_than_its_score", as_markdown), FULL - PARTS["better_than_its_score"]),
    "an essay below its cell": (edited(essay_below, untouched), 0),
    "an essay split in two": (edited(essay_split, untouched), 0),
    "an essay in a raw cell": (edited(essay_raw, untouched), 0),
    "Jose\u0301 \u0939\u093f\u0928\u094d\u0926\u0940": (solved, FULL),
    "checks tagged to be skipped": (checks_as(lambda cell, _: cell.metadata.update(tags=["skip-execution"])), 0),
    "checks that return the points": (checks_as(generous), 0),
    "checks that always hold": (checks_as(lambda cell, _: cell.update(source="assert True")), 0),
    "checks worth a thousand points": (checks_as(worth_more), 0),
    "checks as Markdown": (checks_as(as_markdown), 0),
    "checks with stored outputs": (checks_as(passed_already), 0),
}
CHANGES = {name: change for name, (change, _) in CHANGES_AND_POINTS.items()}
