"""Tables from elsewhere, whatever Canvas, Moodle, Excel or a text editor saved, and tables of our own."""

import csv
import io
import zipfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from . import files

EXCEL = (".xlsx", ".xls", ".ods")


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a table, cells without blanks around them, by the names of the columns in its first line.

    Understood are UTF-8, UTF-16 with its mark, Western letters of Windows and Macintosh; commas, semicolons and tabs.

    Raises
    ------
    ValueError
        A workbook, or a line that has more cells than there are columns.
    """
    data = path.read_bytes()
    if path.suffix.lower() in EXCEL or zipfile.is_zipfile(io.BytesIO(data)):
        raise ValueError(f"{path} is a workbook: open it, choose Save as, and take CSV UTF-8")
    text = _text(data)
    first = text.partition("\n")[0]
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count))
    head = [name.strip() for name in next(lines, [])]
    rows = []
    for line in lines:
        cells = [cell.strip() for cell in line]
        if any(cells[len(head) :]):
            raise ValueError(
                f"{path}, line {lines.line_num}: {len(line)} cells and {len(head)} columns: "
                "a cell that holds a comma must stand in quotes"
            )
        if any(cells):
            rows.append(dict.fromkeys(head, "") | dict(zip(head, cells, strict=False)))
    return rows


def _text(data: bytes) -> str:
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # What Excel saves as CSV in Western Europe, and as CSV (Macintosh), which ends lines as no other.
        return data.decode("cp1252" if b"\n" in data else "mac_roman", "replace")


def number(text: str) -> float:
    """A number with a decimal point or, as in most of Europe, a decimal comma."""
    return float(text.replace(",", ".") if "," in text and "." not in text else text)


def write(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Path:
    """A table as CSV, in which no spreadsheet finds a formula that a student wrote."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    files.write_text(path, text.getvalue(), errors="backslashreplace")
    return path
