"""Tables from elsewhere, whatever Canvas, Moodle, Excel or a text editor saved, and tables of our own."""

import csv
import io
import re
import zipfile
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from . import files

WORKBOOK = (
    b"PK",
    b"\xd0\xcf\x11\xe0",
)  # what .xlsx and .ods begin with, and .xls, unless that is a table by another name

# All that a workbook of one sheet is made of, but the sheet.
SCHEMAS = "http://schemas.openxmlformats.org"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
LINK = (
    f'<Relationships xmlns="{SCHEMAS}/package/2006/relationships">'
    f'<Relationship Id="r1" Type="{SCHEMAS}/officeDocument/2006/relationships/%s" Target="%s"/></Relationships>'
)
AROUND = {
    "[Content_Types].xml": f'<Types xmlns="{SCHEMAS}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{TYPE}.sheet.main+xml"/>'
    f'<Override PartName="/xl/sheet.xml" ContentType="{TYPE}.worksheet+xml"/></Types>',
    "_rels/.rels": LINK % ("officeDocument", "xl/workbook.xml"),
    "xl/_rels/workbook.xml.rels": LINK % ("worksheet", "sheet.xml"),
    "xl/workbook.xml": f'<workbook xmlns="{SCHEMAS}/spreadsheetml/2006/main" '
    f'xmlns:r="{SCHEMAS}/officeDocument/2006/relationships">'
    '<sheets><sheet name="table" sheetId="1" r:id="r1"/></sheets></workbook>',
}
SHEET = (
    f'<worksheet xmlns="{SCHEMAS}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>%s</sheetData></worksheet>'
)


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a table, cells without blanks around them, by the names of the columns in its first line.

    Understood are UTF-8, UTF-16 with its mark, Western letters of Windows and Macintosh; commas, semicolons and tabs.

    Raises
    ------
    ValueError
        A workbook, or a line that has more cells than there are columns.
    """
    data = path.read_bytes()
    if data.startswith(WORKBOOK):
        raise ValueError(f"{path} is a workbook: open it, choose Save as, and take CSV UTF-8")
    text = _text(data)
    if text.lstrip().startswith("<"):
        raise ValueError(f"{path} is a web page: open it in Excel, choose Save as, and take CSV UTF-8")
    if sep := re.match(r"sep=(.)\r?\n", text):  # to Excel
        text = text[sep.end() :]
    first = text.partition("\n")[0]
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=sep[1] if sep else max(",;\t", key=first.count))
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


def write_for_people(
    path: Path, columns: Sequence[str], rows: Sequence[Mapping[str, Any]], texts: Sequence[str]
) -> Path:
    """A table as CSV, and as a workbook beside it, where what looks like a number is one, but for columns of `texts`.

    A workbook opens in Excel of any language; to a German or French one a comma parts no cells, and 2.5 is a day.
    """
    lines = [dict(zip(columns, columns, strict=True)), *rows]
    cells = ("".join(_cell(str(line.get(name, "")), name in texts) for name in columns) for line in lines)
    parts = AROUND | {"xl/sheet.xml": SHEET % "".join(f"<row>{each}</row>" for each in cells)}
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), f'<?xml version="1.0" encoding="UTF-8"?>\n{text}')
    files.write_bytes(path.with_suffix(".xlsx"), data.getvalue())
    return write(path, columns, rows)


def _cell(value: str, text: bool) -> str:
    if not text and re.fullmatch(r"-?\d+(\.\d+)?", value):
        return f"<c><v>{value}</v></c>"
    value = re.sub(r"[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", value)  # as XML has it
    return "<c/>" if not value else f'<c t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'
