"""Every notebook keeps every rule, and every rule catches a notebook that was written to break it."""

import re

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


def lead(*, without=None, silent=None):
    """The cells of a lead metric, a heading or the cell under one left out."""
    cells = ["## Precision"]
    for title in rules.LEAD_METRIC:
        cells += [f"### {title}"] * (title != without) + [code("1")] * (title not in (without, silent))
    return cells


def lesson(*cells, title="AUC: is it?", shelf=(), take_away="- a\n- b\n- c\n- d", questions=3):
    """A chapter cut to a path, of a lead metric and these cells, and a shelf."""
    closing = dict.fromkeys(rules.CLOSING_OF_A_PATH, "")
    closing |= {"Take away": take_away, "Check yourself": "<details>yes</details>\n" * questions}
    closed = [f"## {heading}\n\n{text}" for heading, text in closing.items()]
    notebook = book(*lead(), *cells, *closed[:-1], *shelf, closed[-1])
    notebook.cells[0] = nb.new_markdown_cell(OPENING.source.replace("Is it?", title))
    return notebook


# Chapters that do not look up how often what they print under “How sure are we?” holds, with a reason: seeds that move
# the bounds of one interval, the power of a test that is simulated there, and a record of five documents that are no
# sample.
NOT_AUDITED = {"07_uncertainty", "61_choosing_a_metric", "64_errata"}
STDERR = nb.new_code_cell("warn()", execution_count=1, outputs=[nb.new_output("stream", name="stderr", text="Warning")])
BROKEN = [
    (rules.executed_in_order, book(code("1", count=None))),
    (rules.executed_in_order, book(code("1", count=2))),
    (rules.clean_outputs, book(STDERR)),
    (rules.clean_outputs, book(code("here", "'/home/ann/book'"))),
    (rules.clean_outputs, book(code("object()", "<object object at 0x7f3a5c1d2e40>"))),
    (rules.tables_are_whole, book(code("table", "    name\n0     a\n..  ...\n99    z\n\n[100 rows x 1 columns]"))),
    (rules.opens_like_a_chapter, nb.new_notebook(cells=[nb.new_markdown_cell("# Is it?")])),
    (rules.lead_metrics_are_complete, book(*lead(without="Bounds"))),
    (rules.lead_metrics_are_complete, book(*lead(silent="Weaknesses"))),
    (rules.lead_metrics_are_complete, book(*lead(silent="Definition"))),
    (rules.closes_like_a_chapter, book(*lead(), "## Sources")),
    (rules.closes_like_a_chapter, book(*lead(), *(f"## {title}" for title in rules.CLOSING))),
    (rules.closes_like_a_chapter, book(*lead(), "## On the shelf", "## Sources")),
    (rules.the_path_is_short, lesson("word " * 1000)),
    (rules.the_path_is_short, lesson(*(code("1") for _ in range(30)))),
    (rules.the_path_is_short, lesson(*lead(), *lead(), *lead())),
    (rules.the_path_is_short, lesson(shelf=["word " * 500])),
    (rules.the_path_is_short, lesson("## 1. A picture\n" + "word " * 1100)),
    (rules.the_path_is_a_lesson, lesson(title="How often?")),
    (rules.the_path_is_a_lesson, lesson("Chadha says. " * 5)),
    (rules.the_path_is_a_lesson, lesson(code("from a import b, c, d, e, f, g, h, i, j, k"))),
    (rules.code_fits_the_page, lesson(code("x = " + "1" * 75))),
    (rules.code_fits_the_page, lesson(code("[[i for i in range(j)] for j in range(3)]"))),
    (rules.questions_are_answered, lesson(take_away="- a\n- b")),
    (rules.questions_are_answered, lesson(questions=1)),
    (rules.errors_of_documents_have_one_form, lesson(shelf=["*Printed* 0.2 *Holds* 0.3"])),
    (rules.errors_of_documents_have_one_form, lesson("*Printed* 0.2 *Holds* 0.3 *Why* a typing error")),
    (rules.figures_are_described, book(code("plot()", image_png="..."))),
    (rules.figures_are_described, book(code("plot()", image_png="..."), "## Sources of all that we have shown above")),
    (rules.decimals_are_computed, book(code("2 / 3", "0.67"), "A share of 0.66.")),
    (rules.decimals_are_computed, book(code("2 / 3", "0.67"), "A share of 0.667.")),
    (
        rules.intervals_tell_their_coverage,
        book(code("print(audited(b, w)), print(b)", "[0, 1] (95 %, bca; covers 0.95)", "[0, 1] (95 %, t over raters)")),
    ),
    (rules.intervals_are_audited, book("## How sure are we?", code("em.bootstrap(f, x)"), "## In practice")),
    (rules.intervals_are_audited, book(code("audited(b, w)"), "## How sure are we?", code("r.interval()"), "## Z")),
    (rules.code_reads_well, book(code("x = 1\n" * 17))),
    (rules.code_reads_well, book(code("1"), code("import re"))),
    (rules.code_reads_well, book(code("!pip install book"))),
    (rules.code_reads_well, book(code("%load_ext book"))),
    (rules.code_reads_well, book(code("import sys\nsys.path.append('..')"))),
    (rules.imports_are_declared, book(code("import torch"))),
    (rules.imports_are_declared, book(code("from torch.nn import Module"))),
    (rules.links_lead_somewhere, book("See [there](99_nowhere.ipynb).")),
    (rules.links_lead_somewhere, book("See [there](00_start_here.ipynb#Nowhere).")),
    (rules.definitions_are_not_copied, book(code("def precision(cm):\n    return cm"))),
]
SOUND = book(
    code("import numpy as np\n2 / 3", "0.667"),
    "Two thirds are 0.67 or 0.667; $x = 0.123$, `0.124`, version 3.11.7 and [a link](https://x.org/0.99) are exempt.",
    code("plot()", count=2, image_png="..."),
    "The curve falls from left to right as the threshold grows.",
    *lead(),
)


@pytest.mark.parametrize(("rule", "notebook"), BROKEN, ids=lambda value: getattr(value, "__name__", ""))
def test_a_broken_notebook_is_caught(rule, notebook):
    assert list(rule(notebook))


def test_every_rule_is_tried_on_a_broken_notebook():
    assert {rule for rule, _ in BROKEN} == set(rules.RULES)


@pytest.mark.parametrize("rule", [r for r in rules.RULES if r is not rules.executed_in_order])
def test_a_sound_notebook_passes(rule):
    if rule is not rules.closes_like_a_chapter:
        assert not list(rule(SOUND))
    assert not list(rule(lesson(shelf=["*Printed* 0.5 *Holds* 0.0 *Why* it was cut"])))


@pytest.mark.parametrize("path", notebooks.paths(), ids=lambda path: path.stem)
def test_notebook_keeps_the_rules(path):
    notebook = notebooks.read(path)
    kept = [rule for rule in rules.RULES if rule is not rules.intervals_are_audited or path.stem not in NOT_AUDITED]
    assert [f"{rule.__name__}: {fault}" for rule in kept for fault in rule(notebook)] == []


def test_chapters_without_a_row_of_the_audit_are_listed_as_long_as_they_have_none():
    without = {p.stem for p in notebooks.paths() if list(rules.intervals_are_audited(notebooks.read(p)))}
    assert without == NOT_AUDITED


@pytest.mark.parametrize("path", notebooks.paths(), ids=lambda path: path.stem)
def test_notebook_is_stored_in_its_canonical_form(path):
    notebook = notebooks.read(path)
    assert notebooks.canonical(notebooks.read(path), path.name) == notebook


def test_start_here_lists_every_chapter_with_its_question_and_its_minutes():
    start = "".join(cell.source for cell in notebooks.read(notebooks.FOLDER / "00_start_here.ipynb").cells)
    for path in notebooks.paths()[1:]:
        opening = notebooks.read(path).cells[0].source
        question, minutes = re.match("# (.+)", opening)[1], re.search(r"Time:\* (\d+) minutes", opening)[1]
        assert re.search(rf"\({path.name}\) \| {re.escape(question)} \| {minutes} \|", start), path.name
