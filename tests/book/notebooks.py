"""Which notebooks the book has (`listed`), and how the rules and the writer see them."""

import base64
import io
import itertools
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
import numpy as np
from evalmetrics_exercises.grading import notebooks as exercises
from nbformat import NotebookNode
from PIL import Image

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
NAMED = re.compile(r"((\d\d)_[a-z]\w*)(?:/\2_(?:(\d+)_\w+|reference))?\.ipynb")
# README.md shows a panel of the first figure of that lesson.
COVER, COVERED = FOLDER / "cover.png", FOLDER / "02_precision_recall" / "02_1_precision_recall.ipynb"
AROUND = 12  # pixels of paper that the cover keeps above and below what is drawn
WIDGET = "application/vnd.jupyter.widget-view+json"
SHORT = 60  # characters of a first sentence that does not tell a figure by itself


class Notebook(NamedTuple):
    """A notebook of the book: a lesson of a topic, its reference, or a chapter that is a whole topic."""

    path: Path
    topic: str  # "44_clustering", which is also the name of its exercise
    kind: str  # "lesson", "reference" or "chapter"
    place: int  # 1, 2, … among the lessons of its topic

    @property
    def number(self) -> str:
        return self.topic[:2]

    @property
    def page(self) -> str:
        """Where it is below notebooks/, without its ending: 44_clustering/44_1_silhouette."""
        names = [self.topic, self.path.stem]
        return "/".join(names[self.kind == "chapter" :])


def listed(folder: Path = FOLDER) -> list[Notebook]:
    """All notebooks of the book in reading order; a file with another form of name is not of the book."""
    found = []
    for path in folder.rglob("*.ipynb"):
        if named := NAMED.fullmatch(path.relative_to(folder).as_posix()):
            topic, _, place = named.groups()
            kind = "chapter" if path.parent == folder else "lesson" if place else "reference"
            found.append(Notebook(path, topic, kind, int(place or 0)))
    return sorted(found, key=lambda own: (own.topic, own.kind == "reference", own.place))


def topics(folder: Path = FOLDER) -> dict[str, list[Notebook]]:
    """The notebooks of each topic, by its number: a chapter, or lessons and a reference."""
    return {number: list(own) for number, own in itertools.groupby(listed(folder), lambda own: own.number)}


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def opening(path: Path) -> tuple[str, int]:
    """The title of a notebook, and the minutes that it says it takes."""
    first = read(path).cells[0].source
    return re.match("# (.+)", first)[1], int(re.search(r"Time\W+(\d+)", first)[1])  # type: ignore[index]


def relinked(text: str, here: Path, there: Path) -> str:
    """Markdown whose relative links lead from the folder `there` to where they led from the folder `here`."""

    def moved(link: re.Match[str]) -> str:
        return f"]({Path(os.path.relpath(here / link[1], there)).as_posix()}"

    return re.sub(r"\]\((?![a-z]+:)(\.\./[\w./-]*|[\w./-]+\.[a-z]+)", moved, text)


def text_outputs(cell: NotebookNode) -> list[str]:
    """Every text that a code cell shows, as plain text or Markdown."""
    texts = []
    for output in cell.get("outputs", []):
        texts += [output.get("text", "")]
        texts += [output.get("data", {}).get(kind, "") for kind in ("text/plain", "text/markdown")]
    return ["".join(text) for text in texts if text]


def shows_figure(cell: NotebookNode) -> bool:
    return any("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


def cover(notebook: NotebookNode) -> bytes:
    """The left panel of the first picture that a notebook stores, which can be read on a phone."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    stored = base64.b64decode(next(o.data["image/png"] for o in outputs if "image/png" in o.get("data", {})))
    figure, file = Image.open(io.BytesIO(stored)).convert("RGB"), io.BytesIO()
    pixels = np.asarray(figure)
    gap = [x for x in range(figure.width // 3, 2 * figure.width // 3) if (pixels[:, x] == 255).all()]
    left = pixels[:, : gap[len(gap) // 2]]
    inked = np.flatnonzero((left < 255).any(axis=(1, 2)))
    near = np.abs(np.arange(len(left))[:, None] - inked).min(axis=1) <= AROUND
    Image.fromarray(left[near]).save(file, format="png")
    return file.getvalue()


def canonical(notebook: NotebookNode, name: str) -> NotebookNode:
    """The notebook as it is committed: that of an exercise, without widgets, and with figures described."""
    exercises.canonical(notebook, name)
    for position, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
        if shows_figure(cell):
            alt = cell.metadata.get("alt") or _following_sentence(notebook.cells, position)
            cell.metadata["mystnb"] = {"image": {"alt": alt}}
    return notebook


def _following_sentence(cells: list[Any], position: int) -> str:
    """What is said after a figure of what it shows, its alternative text: a sentence, or two if the first is short."""
    text = cells[position + 1].source if position + 1 < len(cells) else ""
    unlinked = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text.split("\n\n")[0])
    paragraph = re.sub(r"[*`$]|\s+", lambda match: " " if match[0].isspace() else "", unlinked)
    first, *others = re.split(r"(?<=[.])\s", paragraph)
    return " ".join([first, *others[: len(first) < SHORT]])
