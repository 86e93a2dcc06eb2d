"""Notebooks as the rules and the writer see them."""

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
COVER, COVERED = FOLDER / "cover.png", "02_precision_recall.ipynb"  # README.md shows the first figure of that chapter
KEPT_CELL_METADATA = {"tags", "alt"}
WIDGET = "application/vnd.jupyter.widget-view+json"
SHORT = 60  # characters of a first sentence that does not tell a figure by itself


def paths() -> list[Path]:
    """All notebooks of the book, in order."""
    return sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> NotebookNode:
    """A notebook from its file."""
    return nbformat.read(path, as_version=4)


def text_outputs(cell: NotebookNode) -> list[str]:
    """Every text that a code cell shows, as plain text or Markdown."""
    texts = []
    for output in cell.get("outputs", []):
        texts += [output.get("text", "")]
        texts += [output.get("data", {}).get(kind, "") for kind in ("text/plain", "text/markdown")]
    return ["".join(text) for text in texts if text]


def shows_figure(cell: NotebookNode) -> bool:
    """Whether a code cell stores a picture."""
    return any("image/png" in output.get("data", {}) for output in cell.get("outputs", []))


def first_figure(notebook: NotebookNode) -> bytes:
    """The first picture that a notebook stores."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    return base64.b64decode(next(o.data["image/png"] for o in outputs if "image/png" in o.get("data", {})))


def canonical(notebook: NotebookNode, name: str) -> NotebookNode:
    """The notebook as it is committed: nothing in it depends on who executed it, when or where."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat_minor = 5
    for position, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{name} {position}".encode()).hexdigest()[:8]
        cell.metadata = nbformat.from_dict({k: v for k, v in cell.metadata.items() if k in KEPT_CELL_METADATA})
        for output in cell.get("outputs", []):
            output.pop("metadata", None) if output.output_type == "stream" else output.update(metadata={})
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
