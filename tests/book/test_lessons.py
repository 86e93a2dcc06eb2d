"""Every chapter has a plan that says what the chapter says, and slides that load nothing."""

import re

import nbformat.v4 as nb
import pytest

from . import lessons, notebooks, slides

TAUGHT = pytest.mark.parametrize("own", lessons.taught().values(), ids=lessons.taught())
SHOWN = nb.new_output("display_data", {"image/png": "aGVsbG8="})


def test_each_chapter_has_its_two_lines_by_hand():
    lines = lessons.by_hand()
    assert list(lines) == list(lessons.taught()), "lessons.toml: a table for each, in their order, with ask and provoke"
    for own in lines.values():
        assert set(own) == {"ask", "provoke"}
        assert own["ask"].endswith(("?", "."))
        assert len(re.findall(r"[.?]", own["provoke"])) >= 2, "the misconception, and how to provoke it"


def test_the_plans_are_those_that_the_chapters_make():
    made = lessons.files()
    assert set(lessons.LESSONS.glob("*.md")) == set(made)
    for file, text in made.items():
        assert file.read_text(encoding="utf-8") == text, "write them anew: make lessons"


@TAUGHT
def test_a_plan_fills_fifty_minutes_with_something_to_show_and_to_ask(own):
    text = lessons.plan(own)
    assert sum(map(int, re.findall(r"\((\d+) minutes\)", text))) == 50
    shown = text.partition("**Show")[2].partition("**Provoke")[0]
    assert 2 <= len(re.findall(r"^\d+\. \S", shown, re.MULTILINE)) <= lessons.MOST_POINTS
    assert len(re.findall(r"^- ", text.partition("**Let them")[2].partition("**Close")[0], re.MULTILINE)) >= 3
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (lessons.LESSONS / target).exists(), target


def test_points_are_pictures_explorers_and_sections_without_either():
    cells = [
        nb.new_markdown_cell("# T: is it?"),
        nb.new_markdown_cell("## One"),
        nb.new_code_cell("em.plot_it();", outputs=[SHOWN]),
        nb.new_markdown_cell("A line that falls. It is long.\n\nMore.\n\n## Two"),
        nb.new_code_cell("book.explore_it(3)"),
        nb.new_markdown_cell("## Three\n\nWords."),
        nb.new_markdown_cell("## In practice"),
        nb.new_code_cell("em.plot_it();", outputs=[SHOWN]),
        nb.new_markdown_cell("Another line that nobody has to show."),
    ]
    wanted = ["**One**: A line that falls.", "**Two**: Move the sliders of `explore_it`.", "**Three**"]
    assert lessons.points(cells) == wanted


def test_a_slide_has_what_is_said_of_a_picture_and_its_notes_have_all():
    cells = [
        nb.new_markdown_cell("# T: is it?"),
        nb.new_markdown_cell("A first sentence. A second one with $x^2$.\n\n$$y = \\tfrac12$$"),
        nb.new_code_cell("plot();", outputs=[SHOWN]),
        nb.new_markdown_cell("A line that falls.\n\n## Next"),
        nb.new_markdown_cell("1. Is it?\n\n<details><summary>Answer</summary>Yes.</details>"),
    ]
    first, story, question = slides.slides(cells)
    assert story.after == "A line that falls."
    assert question.text.startswith("## Next\n\n1. Is it?")
    shown, notes = slides.section(story).split("<aside>")
    assert "A first sentence." in shown
    assert "A second one" not in shown
    assert "A second one" in notes
    assert 'alt="y = \\tfrac12"' in shown
    assert '<img class="figure" alt="A line that falls."' in shown
    assert shown.index('class="figure"') < shown.index("A line that falls.</p>")
    assert slides.section(first).count("<h1") == 2


@TAUGHT
def test_slides_are_of_the_path_and_load_nothing(own):
    page, cells = slides.deck(own), lessons.cells_of(own)
    pictures = sum(notebooks.shows_figure(cell) for cell in cells)
    assert page.count('class="figure"') >= pictures
    assert page.count("<section>") >= 10
    assert not re.search(r"<script[^>]+src|<link|@import|url\(|src=\"(?!data:)", page)
    assert "## " not in re.sub(r"<(pre|code).*?</\1>", "", page.partition("<body>")[2], flags=re.DOTALL)


@pytest.mark.parametrize("number", ["03", "44"])
def test_formulas_of_slides_are_pictures(number):
    page = "".join(slides.deck(own) for own in lessons.taught().values() if own.number == number)
    assert page.count('<img class="formula"') > 10
    assert "$" not in re.sub(r"<(pre|code|script).*?</\1>|alt=\"[^\"]*\"", "", page, flags=re.DOTALL).replace("${", "")


@pytest.mark.parametrize(
    "tex", [r"\tfrac12", r"\Big(\frac1n\Big) \le \lVert x \rVert", r"\underbrace{a_{b}}_{\text{c}}"]
)
def test_formulas_that_matplotlib_does_not_know_are_told_otherwise(tex):
    assert slides.formula(tex, block=False).startswith("<img")


def test_a_formula_that_cannot_be_set_is_shown_as_it_is_written():
    assert slides.formula(r"\nobody{knows} < this", block=False) == r"<code>\nobody{knows} &lt; this</code>"
