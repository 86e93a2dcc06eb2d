"""Every notebook keeps every rule, and every rule catches a notebook that was written to break it."""

import os
import subprocess
import sys

import nbformat
import nbformat.v4 as nb
import pytest

from . import notebooks, rules

OPENING = nb.new_markdown_cell("# Is it?\n\n*You will be able to* see. *You need* nothing. *Time* 5 minutes.")


def code(source, *texts, count=1, **data):
    """An executed code cell with its stored outputs."""
    outputs = [nb.new_output("execute_result", {"text/plain": text}, execution_count=count) for text in texts]
    outputs += [nb.new_output("display_data", {kind.replace("_", "/"): value}) for kind, value in data.items()]
    return nb.new_code_cell(source, execution_count=count, outputs=outputs)


def book(*cells):
    """A notebook of these cells after a proper opening; strings are Markdown."""
    return nb.new_notebook(cells=[OPENING, *(nb.new_markdown_cell(c) if isinstance(c, str) else c for c in cells)])


def lesson(*, opening="*Time:* 1 minutes", without="", hook="1", last="*Break it.* Do.", end="Next: more."):
    """A lesson without one of its texts."""
    folded = "<details><summary>Answer</summary>Yes.</details>"
    cells = [
        nb.new_markdown_cell(f"# Is it?\n\n*You will be able to* see.\n\n*You need* nothing. {opening}"),
        code("import numpy"),
        code(hook, count=2),
        "Why? Because.\n\n## What is counted\n\n### Definition\n\n$$x$$\n\n*Source:* Z (1999).\n\n### In code",
        code("2 / 3", "0.667", count=3),
        "## How sure?\n\nVery.\n\n## In practice\n\n**Report it like this:** *one.*",
        code("em.card('x')", count=4),
        f"## Check yourself\n\n1. A?\n\n{folded}\n\n2. B?\n\n{folded}\n\n3. {last}\n\n{end}",
    ]
    cells = [nb.new_markdown_cell(c) if isinstance(c, str) else c for c in cells]
    for cell in cells:
        cell.source = cell.source.replace(without, "")
    return nb.new_notebook(cells=cells)


def reference(*cells):
    """A reference of these cells and Sources."""
    others = book(code("import numpy"), *cells, "## Sources\n\n- Z (1999).").cells[1:]
    return nb.new_notebook(cells=[nb.new_markdown_cell("# Things: reference"), *others])


STDERR = nb.new_code_cell("warn()", execution_count=1, outputs=[nb.new_output("stream", name="stderr", text="Warning")])
BROKEN = [
    (rules.executed_in_order, book(code("1", count=None))),
    (rules.executed_in_order, book(code("1", count=2))),
    (rules.clean_outputs, book(STDERR)),
    (rules.clean_outputs, book(code("here", "'/home/ann/book'"))),
    (rules.clean_outputs, book(code("object()", "<object object at 0x7f3a5c1d2e40>"))),
    (rules.tables_are_whole, book(code("table", "    name\n0     a\n..  ...\n99    z\n\n[100 rows x 1 columns]"))),
    (rules.opens_like_a_chapter, nb.new_notebook(cells=[nb.new_markdown_cell("# Is it?")])),
    (rules.fits_a_sitting, lesson(opening="*Time:* 2 minutes")),
    (rules.fits_a_sitting, lesson(opening="")),
    (rules.fits_a_sitting, lesson(hook="\n".join("123456"))),
    (rules.fits_a_sitting, lesson(end="Next: " + "word " * 1000)),
    (rules.goes_in_the_order_of_a_lesson, lesson(without="## How sure?")),
    (rules.goes_in_the_order_of_a_lesson, lesson(without="### In code")),
    (rules.goes_in_the_order_of_a_lesson, lesson(without="### Definition")),
    (rules.goes_in_the_order_of_a_lesson, lesson(without="*Source:*")),
    (rules.goes_in_the_order_of_a_lesson, lesson(end="## Weaknesses")),
    (rules.goes_in_the_order_of_a_lesson, lesson(hook="em.card('x')")),
    (rules.closes_like_a_lesson, lesson(end="Good bye.")),
    (rules.closes_like_a_lesson, lesson(last="Why?")),
    (rules.closes_like_a_lesson, lesson(without="**Report it like this:**")),
    (rules.sections_are_found, reference("## Relatives", code("1"), "## What the documents print", code("1"))),
    (rules.sections_are_found, reference("A word before.", "## Relatives", code("1"))),
    (rules.sections_are_found, book("## Relatives", code("1"))),
    (rules.claims_are_executed, reference("## Relatives\n\nThey are equal.")),
    (rules.claims_are_executed, reference("## X\n\n*Printed* 1 *Printed* 2", code("1"))),
    (rules.numbers_are_rounded, reference("## X", code("2 / 3", "0.6666666666666666"))),
    (rules.code_fits_the_page, book(code("x = " + "1" * 75))),
    (rules.errors_of_documents_have_one_form, book("*Printed* 0.2 *Holds* 0.3")),
    (
        rules.errors_of_documents_have_one_form,
        book("*Printed* 0.2 *Holds* 0.3 *Why* a typing error", "## On the shelf"),
    ),
    (rules.figures_are_described, book(code("plot()", image_png="..."))),
    (rules.figures_are_described, book(code("plot()", image_png="..."), "## Sources of all that we have shown above")),
    (rules.decimals_are_computed, book(code("2 / 3", "0.67"), "A share of 0.66.")),
    (rules.decimals_are_computed, book(code("2 / 3", "0.67"), "A share of 0.667.")),
    (rules.code_reads_well, book(code("1"), code("import re"))),
    (rules.code_reads_well, book(code("!pip install book"))),
    (rules.code_reads_well, book(code("%load_ext book"))),
    (rules.code_reads_well, book(code("import sys\nsys.path.append('..')"))),
    (rules.imports_are_declared, book(code("import torch"))),
    (rules.imports_are_declared, book(code("from torch.nn import Module"))),
    (rules.links_lead_somewhere, book("See [there](99_nowhere.ipynb).")),
    (rules.links_lead_somewhere, book("See [there](00_start_here.ipynb#Nowhere).")),
    (rules.definitions_are_not_copied, book(code("def precision(cm):\n    return cm"))),
    (rules.definitions_are_not_copied, book(code("def sum(cm):\n    return cm"))),
]
SOUND = book(
    code("import numpy as np\n2 / 3", "0.667"),
    "Two thirds are 0.67 or 0.667; $x = 0.123$, `0.124`, version 3.11.7 and [a link](https://x.org/0.99) are exempt, "
    "and so is [02.1 Thirds](https://x.org).",
    code("plot()", count=2, image_png="..."),
    "The curve falls from left to right as the threshold grows.",
    "## On the shelf\n\n*Printed* 0.5 *Holds* 0.0 *Why* it was cut",
)


@pytest.mark.parametrize(("rule", "notebook"), BROKEN, ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_notebook_is_caught(rule, notebook):
    assert list(rule(notebook))


def test_every_rule_is_tried_on_a_broken_notebook():
    assert {rule for rule, _ in BROKEN} == {rule for own in rules.RULES.values() for rule in own}


@pytest.mark.parametrize("rule", rules.RULES["lesson"])
def test_a_sound_lesson_passes(rule):
    assert not list(rule(lesson()))


@pytest.mark.parametrize("rule", rules.RULES["reference"])
def test_a_sound_reference_passes(rule):
    finding = "## What the documents print\n\n*Printed* 0.5 *Holds* 0.0 *Why* it was cut"
    assert not list(rule(reference(finding, code("0", "0.667", count=2), "## Intervals", code("1", count=3))))


@pytest.mark.parametrize("rule", rules.RULES["chapter"])
def test_a_sound_notebook_passes(rule):
    assert not list(rule(SOUND))


@pytest.mark.parametrize("own", notebooks.listed(), ids=lambda own: own.path.stem)
def test_notebook_keeps_the_rules(own):
    assert rules.faults(own) == []


@pytest.mark.parametrize("own", notebooks.listed(), ids=lambda own: own.path.stem)
def test_notebook_is_stored_in_its_canonical_form(own):
    notebook = notebooks.read(own.path)
    assert notebooks.canonical(notebooks.read(own.path), own.path.name) == notebook


LESSONS = pytest.mark.parametrize(
    "own", [own for own in notebooks.listed() if own.kind == "lesson"], ids=lambda own: own.path.stem
)


@LESSONS
def test_a_lesson_leads_to_the_exercise_of_its_topic(own):
    exercise = f"../../exercises/{own.topic}.ipynb"
    there = (own.path.parent / exercise).exists()
    assert there == any(f"]({exercise})" in cell.source for cell in notebooks.read(own.path).cells)


@pytest.mark.exhaustive
@pytest.mark.skipif(not hasattr(os, "fork"), reason="cells are tried in copies of a process")
@LESSONS
def test_every_cell_of_a_lesson_can_be_run_again(own):
    command = [sys.executable, "-m", "tests.book.again", str(own.path)]
    ran = subprocess.run(command, cwd=notebooks.ROOT, capture_output=True, text=True, timeout=600)
    assert (ran.stdout, ran.returncode) == ("", 0), ran.stderr


def test_a_name_that_a_later_cell_uses_for_something_else_is_found(tmp_path):
    cells = [nb.new_code_cell(source) for source in ("n = 3\nscore = 1", "score + n", "n = n + 1; score = 'high'")]
    nbformat.write(nb.new_notebook(cells=cells), tmp_path / "one.ipynb")
    command = [sys.executable, "-m", "tests.book.again", str(tmp_path / "one.ipynb")]
    ran = subprocess.run(command, cwd=notebooks.ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.splitlines() == ['cell 1: TypeError: can only concatenate str (not "int") to str']


def test_a_definition_that_is_compared_with_the_package_is_no_copy():
    shown = book(
        code("def precision(tp, fp):\n    return tp / (tp + fp)"), code("assert precision(1, 0) == em.precision(a, b)")
    )
    assert not list(rules.definitions_are_not_copied(shown))


def test_start_here_lists_every_lesson_and_chapter_with_its_title_and_its_minutes():
    start = "".join(cell.source for cell in notebooks.read(notebooks.FOLDER / "00_start_here.ipynb").cells)
    for own in notebooks.listed()[1:]:
        if own.kind != "reference":
            title, minutes = notebooks.opening(own.path)
            row = f"]({own.page}.ipynb) | {title} | {minutes} |"
            assert row in start, f"the map in 00_start_here.ipynb needs a row that ends so: {row}"
