"""Plans for teaching, made of lessons and chapters and of two lines each by hand: `python -m tests.book.lessons`.

`exercises/lessons/lessons.toml` holds the lines: the question to open with, and the misconception to provoke.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .notebooks import ROOT, Notebook, listed, read, relinked, shows_figure
from .rules import path_of

LESSONS = ROOT / "exercises" / "lessons"
NOT_TAUGHT = re.compile(r"00_|8\d_|91_")  # a map, what follows a document, a table
AFTER_THE_PICTURES = ("How sure?", "How sure are we?", "In practice", "Report it like this", "Check yourself")
MOST_POINTS = 8  # of what to show: more do not fit into twenty-five minutes


def taught() -> dict[str, Notebook]:
    """The notebooks that are taught, by the names of their files without ending."""
    return {own.path.stem: own for own in listed() if own.kind != "reference" and not NOT_TAUGHT.match(own.topic)}


def by_hand() -> dict[str, dict[str, str]]:
    """The two lines of each notebook that a person wrote."""
    return tomllib.loads((LESSONS / "lessons.toml").read_text(encoding="utf-8"))


def cells_of(own: Notebook) -> list[Any]:
    """What is taught of a notebook, with links that lead from the folder of the plans."""
    cells = path_of(read(own.path))
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = relinked(re.sub(r"\[([^]]+)\]\(#[^)]*\)", r"\1", cell.source), own.path.parent, LESSONS)
    return cells


def plan(own: Notebook) -> str:
    """The plan of a session on a lesson or a chapter, in Markdown."""
    cells, lines, name = cells_of(own), by_hand()[own.path.stem], own.path.stem
    texts = [cell.source for cell in cells if cell.cell_type == "markdown"]
    prose, title = "\n\n".join(texts), texts[0].splitlines()[0].removeprefix("# ")
    able = re.search(r"\*You will be able to\* (.+?)\n\n", texts[0] + "\n\n", re.DOTALL)
    needs = re.search(r"\*You need\* (.+?)\*Time", texts[0], re.DOTALL)
    assert able, own.page
    assert needs, own.page
    number = re.match(r"\d+(_\d+)?", name)[0].replace("_", ".")  # type: ignore[index]
    parts = [
        f"# {number} · {title}",
        f"A lesson of fifty minutes on [the {own.kind}](../../notebooks/{own.page}.ipynb). "
        f"`make slides CHAPTER={name}` makes slides of its path, full texts as notes.",
        f"*They need* {needs[1].strip()} *They will be able to* {able[1].strip()}",
        f"**Open (5 minutes).** {lines['ask']} Collect answers; then tell the situation that the {own.kind} opens "
        "with.",
        f"> {first_paragraph(texts[1])}",
        "**Show (25 minutes).** In this order; each is a picture, an explorer, or a section without either:",
        "\n".join(f"{i}. {point}" for i, point in enumerate(points(cells), 1)),
        f"**Provoke (8 minutes).** {lines['provoke']}",
        "**Let them check themselves (7 minutes).** In pairs; the answers are folded under *Check yourself*:",
        "\n".join(f"- {question}" for question in questions(prose)),
        closing(own.topic, prose),
    ]
    return "\n\n".join(parts) + "\n"


def first_paragraph(text: str) -> str:
    return next(part for part in text.split("\n\n") if not part.startswith("#")).replace("\n", " ")


def first_sentence(text: str) -> str:
    """The first sentence of a text; what follows a colon belongs to it."""
    return re.split(r"(?<=[.?!])\s+(?=[A-Z*“\"(\[])", text.strip(), maxsplit=1)[0]


def sections(cells: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    """The parts of a path between its headings of the second level, each a title and its cells."""
    title, own = "", []
    for cell in cells[1:]:
        found = re.findall(r"^## (.+)$", cell.source, re.MULTILINE) if cell.cell_type == "markdown" else []
        if found:
            yield title, [*own, cell]
            title, own = found[-1].strip(), []
        own.append(cell)
    yield title, own


def points(cells: list[Any]) -> list[str]:
    """What to show of a chapter: pictures by what they show, explorers, and sections that have neither."""
    found = []
    for title, own in sections(cells):
        if title in AFTER_THE_PICTURES:
            break
        shown = []
        for cell, following in zip(own, [*own[1:], None], strict=True):
            if cell.cell_type == "code" and (explorer := re.search(r"\bbook\.(explore_\w+)", cell.source)):
                shown.append(f"Move the sliders of `{explorer[1]}`.")
            elif shows_figure(cell) and following is not None and following.cell_type == "markdown":
                shown.append(first_sentence(first_paragraph(following.source)))
        name = f"**{title}**: " if title else ""
        found += [name + what for what in shown] or ([f"**{title}**"] if title else [])
    pictures = [point for point in found if not point.endswith("**")]
    return found if len(found) <= MOST_POINTS else pictures[:MOST_POINTS]


def questions(prose: str) -> list[str]:
    text = re.sub(r"<details>.*?</details>", "", prose.partition("## Check yourself")[2], flags=re.DOTALL)
    return re.findall(r"^\d+\. (.+)$", text, re.MULTILINE)


def closing(topic: str, prose: str) -> str:
    """What to take away, and the exercise with its time and its points."""
    summary = re.search(r"^## (?:Take away|Summary)$(.*?)(?=^## |\Z)", prose, re.MULTILINE | re.DOTALL)
    lines = re.findall(r"^- .+$", summary[1] if summary else "", re.MULTILINE)
    exercise = ROOT / "exercises" / f"{topic}.ipynb"
    if exercise.exists():
        opening = read(exercise).cells[0].source
        size = re.search(r"\*Points:\* (\d+)\. \*Time:\* about (\d+) minutes", opening)
        assert size, exercise
        home = f"Homework: [the exercise](../{topic}.ipynb), {size[1]} points, about {size[2]} minutes."
    else:
        home = "There is no exercise; the last question, *break it*, is the homework."
    return "**Close (5 minutes).** " + home + ("\n\n" + "\n".join(lines) if lines else "")


def files() -> dict[Path, str]:
    """All that is generated in the folder, by its path."""
    plans = {LESSONS / f"{name}.md": plan(own) for name, own in taught().items()}
    rows = [
        f"| [{file.stem}]({file.name}) | {text.splitlines()[0].partition(' · ')[2]} |" for file, text in plans.items()
    ]
    return plans | {LESSONS / "README.md": GUIDE + "\n".join(["| plan | on |", "|:--|:--|", *rows]) + "\n"}


GUIDE = """# A plan of fifty minutes for each lesson

Each plan has a question to open with, what to show, the misconception to provoke, questions for the room, and the
homework. Plans are made of the notebooks, so that they say what these say; a person wrote two lines of each, in
[lessons.toml](lessons.toml). Change those, and `make lessons` writes the plans anew.

    make slides                            # slides of all of them, in build/slides
    make slides CHAPTER=03_averaging       # of one

Slides are made of a notebook's path: its headings, first sentences, formulas, pictures and tables, with the full text
as notes. They are single files that load nothing, open in any browser and can be printed. Arrow keys turn them, **n**
shows the notes, **a** opens code and answers.

"""


def main() -> None:
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
