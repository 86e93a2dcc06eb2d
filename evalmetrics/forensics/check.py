"""Check the printed numbers of a TOML file or of a CSV table, for whoever does not program.

`python -m evalmetrics check report.toml --html page.html` prints a report and writes it as a page.
"""

import argparse
import csv
import html
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from .possible.tables import KINDS, SIZES, cells_of, keys_of, prepared
from .possible.verdict import Verdict, listed

MEANING = (
    "Possible: something has all these numbers, and is shown. It does not say that they are true.\n"
    "Impossible: nothing has all of them, which was proved for the sizes and the way of rounding that are named. At "
    "least one of these has to be wrong: a number, a size, the rounding, or that the numbers belong together. Which, "
    "and why, only the authors can tell: a slip of the pen, another definition, another test set.\n"
    "Undecided: neither was found."
)
AS_IT_IS = ("variance", "level", "df", "zero_division", "seconds")  # settings that nobody printed, which may be floats
EXAMPLE = """\
[[matrices]]
name = "Table 2, our system"
positives = 100
negatives = 1000
accuracy = "0.8464"
recall = "0.81"
f1 = "0.4894"
"""
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #222; }}
section {{ border-left: .5rem solid #888; padding: .1rem 1rem; margin: 1.5rem 0; }}
.possible {{ border-color: #0072b2; }} .impossible {{ border-color: #d55e00; }} pre {{ overflow-x: auto; }}
</style></head><body><h1>{title}</h1>
{body}
<h2>How to read this</h2>
{meaning}
</body></html>
"""


# The name that it has where none is given, its kind, what it says, and the line of each key, and of itself under "".
Entry = tuple[str, str, dict[str, Any], dict[str, int]]
COMMA = re.compile(r"^(\s*[<>=+-]?\s*\d*),(\d+\s*%?\s*)$")


class Refused(Exception):  # noqa: N818 - a message for the reader
    """What is wrong in a file, with its line and key."""


def checked_file(path: Path, kind: str = "matrices") -> list[tuple[str, Verdict]]:
    """What each entry of a file comes to, by its name."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path}: cannot be read: save it as text in UTF-8, as TOML or CSV") from None
    entries = list(_of_csv(path, text, kind) if path.suffix.lower() == ".csv" else _of_toml(path, text))
    if not entries:
        raise Refused(f"{path}: has no entries; one reads\n\n{EXAMPLE}")
    return [(str(entry.pop("name", default)), _asked(path, of, entry, at)) for default, of, entry, at in entries]


def _of_toml(path: Path, text: str) -> Iterator[Entry]:
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        hint = '. A text stands in quotes, as in accuracy = "0.85"' if "nvalid value" in str(error) else ""
        raise Refused(f"{path}: {error}{hint}") from None
    for kind, entries in found.items():
        place = 0
        if kind not in KINDS or not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
            raise Refused(
                f"{path}, line {_line_of(text, kind)}, key {kind}: entries begin with one of "
                f"{', '.join(f'[[{each}]]' for each in KINDS)}, for example\n\n{EXAMPLE}"
            )
        for i, entry in enumerate(entries, 1):
            place = _line_of(text, kind, place + 1)
            lines = {key: _line_of(text, key, place) for key in entry} | {"": place}
            for key, value in entry.items():
                if isinstance(value, float) and key not in AS_IT_IS:
                    raise Refused(
                        f"{path}, line {lines[key]}, key {key}: a number loses its last digits; write it in quotes, as "
                        f'it is printed: {key} = "{value}"'
                    )
            yield f"{kind} {i}", kind, cells_of(entry), lines


def _of_csv(path: Path, text: str, kind: str) -> Iterator[Entry]:
    lines = text.splitlines()
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    separator = max(",;\t", key=lines[start].count) if lines else ","
    rows = list(csv.reader(lines[start:], delimiter=separator))
    if len(rows) < 2:
        raise Refused(f"{path}: needs a line of names, such as positives,negatives,accuracy, and a line of numbers")
    names = ["_".join(name.lower().split()) for name in rows[0]]
    for each in names:
        if not each or names.count(each) > 1:
            what = f"{each} stands twice" if each else "a name is empty"
            raise Refused(f"{path}, line {start + 1}: {what} in the line of names")
    for number, row in enumerate(rows[1:], start + 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(names):
            raise Refused(f"{path}, line {number}: {len(row)} cells, and {len(names)} names in the first line")
        if separator == ";":  # where spreadsheets write so, a comma stands before the decimals
            several = ("sizes", "scale")
            row = [x if n in several else COMMA.sub(r"\1.\2", x) for n, x in zip(names, row, strict=True)]
        cells = cells_of(dict(zip(names, row, strict=True)))
        for key in (key for key in cells if key in SIZES and isinstance(cells[key], str)):
            raise Refused(f"{path}, line {number}, key {key}: must be a whole number, got {cells[key]!r}")
        yield f"line {number}", kind, cells, dict.fromkeys([*cells, ""], number)


def _asked(path: Path, kind: str, entry: dict[str, Any], lines: dict[str, int]) -> Verdict:
    """The verdict on one entry; what is wrong with it, with the line and the key where it stands."""
    needed, known = keys_of(kind)
    for key in entry:
        if key not in known:
            near = get_close_matches(key.lower(), known, 1)
            hint = f" (is it {near[0]}?)" if near else ""
            raise Refused(
                f"{path}, line {lines[key]}, key {key}: is not known here{hint}: known are {', '.join(known)}"
            )
    if missing := [key for key in needed if key not in entry]:
        raise Refused(f"{path}, line {lines['']}: {listed(missing)} must be given, too")
    try:
        return KINDS[kind](**prepared(kind, entry))
    except (TypeError, ValueError) as error:
        words = str(error).replace("[", " ").replace("'", " ").replace(":", " ").split()
        named = next((word for word in words if word in entry), "")  # the first that the message names
        key = f", key {named}" if named else ""
        raise Refused(f"{path}, line {lines[named]}{key}: {error}") from None


def _line_of(text: str, key: str, after: int = 0) -> int:
    """The first line, from a given one on, that begins with a key."""
    for number, line in enumerate(text.splitlines(), 1):
        if number >= after and re.split("[=#]", line.strip())[0].strip(" []\"'") == key:
            return number
    return max(after, 1)


def as_text(answers: Sequence[tuple[str, Verdict]]) -> str:
    """The report for a terminal."""
    blocks = [f"{name}\n{'-' * len(name)}\n{answer}\n" for name, answer in answers]
    return "\n".join([*blocks, _summary(answers), "", MEANING])


def _summary(answers: Sequence[tuple[str, Verdict]]) -> str:
    verdicts = [answer.verdict for _, answer in answers]
    return ", ".join(f"{verdicts.count(each)} {each}" for each in ("possible", "impossible", "undecided"))


def as_page(answers: Sequence[tuple[str, Verdict]], title: str) -> str:
    """The report as a page that needs nothing else."""
    sections = []
    for name, answer in answers:
        shown = str(answer).partition("\n")[2].rpartition("checked: ")[0].rstrip()
        sections.append(
            f'<section class="{answer.verdict}"><h2>{html.escape(name)}: {answer.verdict}</h2>'
            f"<p>{html.escape(answer.reason[0].upper() + answer.reason[1:])}.</p>"
            + (f"<pre>{html.escape(shown)}</pre>" if shown else "")
            + f"<p><small>Checked: {html.escape(answer.checked)}.</small></p></section>"
        )
    meaning = "\n".join(f"<p>{html.escape(line)}</p>" for line in MEANING.splitlines())
    body = "\n".join([f"<p>{_summary(answers)}</p>", *sections])
    return PAGE.format(title=html.escape(title), body=body, meaning=meaning)


def main(words: Sequence[str] | None = None) -> int:
    """Check a file: 0 where nothing is impossible, 1 where something is, 2 where the file cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m evalmetrics", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser(
        "check",
        help="check a TOML file, or a table as CSV",
        epilog=f"a file reads\n\n{EXAMPLE}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.add_argument("file", type=Path, help="report.toml, or table.csv with a line of names")
    check.add_argument("--kind", choices=list(KINDS), default="matrices", help="what the rows of a CSV file are")
    check.add_argument("--html", type=Path, metavar="OUT.HTML", help="write the report as a page, too")
    given = parser.parse_args(words)
    try:
        answers = checked_file(given.file, given.kind)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    print(as_text(answers))
    if given.html:
        given.html.write_text(as_page(answers, f"Can these numbers be true? {given.file.name}"), encoding="utf-8")
    return int(any(answer.verdict == "impossible" for _, answer in answers))
