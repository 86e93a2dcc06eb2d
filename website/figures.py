"""Figures at twice the pixels, drawn anew from the cells that made the stored ones; what was drawn is kept."""

import ast
import base64
import contextlib
import hashlib
import io
import json
import struct
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
from PIL import Image

from . import ROOT
from .explorers import package

KEPT = ROOT / "build" / "website" / "figures"  # a file a notebook: drawing all takes a minute or two
SHARPER, COLOURS = 2, 256  # a palette halves the size


def sharpen(notebook: Any) -> None:
    """Put sharper pictures in place of the stored ones, as wide on the page as those are."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    stored = [[o for o in cell.outputs if "image/png" in o.get("data", {})] for cell in code]
    while stored and not stored[-1]:
        stored.pop()  # what comes after the last picture need not run
    code = code[: len(stored)]
    if not code:
        return
    sources = [cell.source for cell in code]
    kept = KEPT / f"{hashlib.sha256((json.dumps([sources, SHARPER, COLOURS]) + package()).encode()).hexdigest()}.json"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(drawn(sources)), encoding="utf-8")
    for cell, outputs, pictures in zip(code, stored, json.loads(kept.read_text(encoding="utf-8")), strict=True):
        if len(outputs) != len(pictures):
            raise ValueError(f"a cell stores {len(outputs)} pictures and draws {len(pictures)}: {cell.source}")
        for output, picture in zip(outputs, pictures, strict=True):
            width = f"{pixels_wide(output['data']['image/png'])}px"
            cell.metadata.setdefault("mystnb", {}).setdefault("image", {})["width"] = width
            output["data"]["image/png"] = picture


def drawn(sources: list[str]) -> list[list[str]]:
    """The pictures that each cell draws, in base64, without those of explorers."""
    names: dict[str, Any] = {"display": lambda *_: None}
    found = []
    matplotlib.use("agg")
    with matplotlib.rc_context(), contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(said):
        for source in sources:
            statements = [own for own in ast.parse(source).body if not is_explorer(own)]
            exec(compile(ast.Module(statements, []), "cell", "exec"), names)
            found.append([picture(plt.figure(number)) for number in plt.get_fignums()])
            plt.close("all")
    return found


def is_explorer(statement: ast.stmt) -> bool:
    """Whether a statement only shows an explorer."""
    return isinstance(statement, ast.Expr) and "book.explore_" in ast.unparse(statement)


def picture(figure: Any) -> str:
    """A figure as JupyterLab shows it, with more pixels."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=SHARPER * figure.dpi, bbox_inches="tight", facecolor=figure.get_facecolor())
    return base64.b64encode(smaller(file.getvalue())).decode()


def smaller(png: bytes) -> bytes:
    """A picture with a palette."""
    file = io.BytesIO()
    image = Image.open(io.BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    image.save(file, format="png", optimize=True)
    return file.getvalue()


def pixels_wide(stored: str) -> int:
    """The width of a PNG in base64."""
    return int(struct.unpack(">I", base64.b64decode(stored[:64])[16:20])[0])
