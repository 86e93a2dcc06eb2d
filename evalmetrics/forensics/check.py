"""Check the printed numbers of a TOML file or of a CSV table, for whoever does not program.

`python -m evalmetrics check report.toml --html page.html` prints a report and writes it as a page.
"""

import argparse
import csv
import html
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..inputs.arguments import shown
from .possible.tables import KINDS, SIZES, cells_of, keys_of, prepared
from .possible.verdict import Verdict, listed

MEANING = (
    "Possible: something has all these numbers, and is shown. It does not say that they are true.\n"
    "Impossible: nothing has all of them, which was proved for the sizes and the assumptions that are named. At least "
    "one of these has to be wrong: a number, a size, an assumption, or that the numbers belong together. Which, and "
    "why, only the authors can tell: a slip of the pen, another definition, another test set, a mean of several runs.\n"
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
HEADINGS = ("name", "system", "model", "method", "approach", "classifier", "run", "study")  # columns of names
COMMA = re.compile(r"^(\s*[<>=+-]?\s*\d*),(\d*(?:[eE][+-]?\d+)?\s*%?\s*)$")
HEAD = re.compile(r"\s*\[\[\s*([A-Za-z_]\w*)\s*\]\]\s*(#.*)?")
KEY = re.compile(r"\s*[\"']?([\w-]+)[\"']?\s*=")
Answer = tuple[str, "Verdict | Refused"]


class Refused(Exception):  # noqa: N818 - a message for the reader
    """What is wrong in a file, with its line and key."""


@dataclass(frozen=True)
class Entry:
    """What a file says of one question: its name, and where the entry and each of its keys stand."""

    name: str
    kind: str
    values: dict[str, Any]
    line: int
    lines: dict[str, int]

    def refused(self, what: str, key: str = "") -> "Refused":
        return Refused(f"line {self.lines.get(key, self.line)}{f', key {key}' if key else ''}: {what}")


def checked_file(path: Path, kind: str = "matrices") -> list[Answer]:
    if not path.is_file():
        raise Refused(f"{path}: cannot be read: {'it is no file' if path.exists() else 'there is no such file'}")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise Refused(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path}: cannot be read: save it as text in UTF-8, as TOML or CSV") from None
    try:
        entries = list(_of_csv(text, kind) if path.suffix.lower() in (".csv", ".tsv") else _of_toml(text))
    except Refused as refused:
        raise Refused(f"{path}, {refused}") from None
    if not entries:
        raise Refused(f"{path}: has no entries; one reads\n\n{EXAMPLE}")
    answers: list[Answer] = []
    for name, entry in entries:
        try:
            if isinstance(entry, Refused):
                raise entry
            answers.append((str(entry.values.pop("name", entry.name)), _asked(entry)))
        except Refused as refused:
            answers.append((name, Refused(f"{path}, {refused}")))
    return answers


def _of_toml(text: str) -> Iterator[tuple[str, Entry | Refused]]:
    """Entries, each read by itself, so that an error in one spares the others."""
    lines = text.splitlines()
    starts = [(i, found[1]) for i, line in enumerate(lines) if (found := HEAD.fullmatch(line))]
    first, counts = starts[0][0] if starts else len(lines), Counter[str]()
    for key in _parsed(lines[:first], 0):
        raise _unknown(next((i for i, line in enumerate(lines, 1) if key in line), 1), key)
    for (start, kind), end in zip(starts, [i for i, _ in starts[1:]] + [len(lines)] * bool(starts), strict=True):
        counts[kind] += 1
        name, line = f"{kind} {counts[kind]}", start + 1
        try:
            if kind not in KINDS:
                raise _unknown(line, kind)
            where = {found[1]: i + 1 for i in range(end - 1, start, -1) if (found := KEY.match(lines[i]))}
            entry = Entry(name, kind, cells_of(_parsed(lines[start + 1 : end], line)), line, where)
            name = str(entry.values.get("name", name))
            for key, value in entry.values.items():
                if isinstance(value, float) and key not in AS_IT_IS:
                    written = f'write it in quotes, as it is printed: {key} = "{value}"'
                    raise entry.refused(f"a number loses its last digits; {written}", key)
            yield name, entry
        except Refused as refused:
            yield name, refused


def _unknown(line: int, kind: str) -> Refused:
    heads = ", ".join(f"[[{each}]]" for each in KINDS)
    return Refused(f"line {line}, key {kind}: entries begin with one of {heads}, for example\n\n{EXAMPLE}")


def _parsed(lines: Sequence[str], above: int) -> dict[str, Any]:
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        hint = '. A text stands in quotes, as in accuracy = "0.85"' if "nvalid value" in str(error) else ""
        said, found = str(error).partition(" (at ")[0], re.search(r"at line (\d+)", str(error))
        raise Refused(f"line {above + (int(found[1]) if found else len(lines))}: {said}{hint}") from None
    except (ValueError, RecursionError):
        raise Refused(f"line {above}: a number is too long, or lists lie too deep in each other") from None


def _of_csv(text: str, kind: str) -> Iterator[tuple[str, Entry | Refused]]:
    lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    if (len(lines) < 2 and text.strip()) or not text:
        raise Refused("line 1: needs a line of names, such as positives,negatives,accuracy, and a line of numbers")
    if not lines:
        return
    start, head = lines[0]
    separator = max(",;\t", key=head.count)
    names = ["_".join(name.lower().split()) for name in _cells(head, separator, start)]
    for each in names:
        if not each or names.count(each) > 1:
            what = f"{each} stands twice" if each else "a name is empty"
            raise Refused(f"line {start}: {what} in the line of names")
    known = keys_of(kind)[1]
    names = ["name" if each in HEADINGS and each not in known and "name" not in names else each for each in names]
    for line, row in lines[1:]:
        name = f"line {line}"
        try:
            cells = _cells(row, separator, line)
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(names):
                raise Refused(f"line {line}: {len(cells)} cells, and {len(names)} names in the first line")
            if separator == ";":  # where spreadsheets write so, a comma stands before the decimals
                several = ("sizes", "scale")
                cells = [x if n in several else COMMA.sub(r"\1.\2", x) for n, x in zip(names, cells, strict=True)]
            entry = Entry(name, kind, cells_of(dict(zip(names, cells, strict=True))), line, {})
            name = str(entry.values.get("name", name))
            for key, value in entry.values.items():
                if key in SIZES and isinstance(value, str):
                    raise entry.refused(f"must be a whole number, got {shown(value)}", key)
            yield name, entry
        except Refused as refused:
            yield name, refused


def _cells(row: str, separator: str, line: int) -> list[str]:
    """The cells of one line: a quote that is not closed there would swallow the lines below."""
    try:
        return next(csv.reader([row], delimiter=separator, strict=True))
    except csv.Error as error:
        quote = "a quote is opened and not closed in this line" if "end of data" in str(error) else str(error)
        raise Refused(f"line {line}: {quote}") from None


def _asked(entry: Entry) -> Verdict:
    """The verdict on one entry; what is wrong with it, with the line and the key where it stands."""
    needed, known = keys_of(entry.kind)
    for key in entry.values:
        if key not in known:
            near = get_close_matches(key.lower(), known, 1)
            hint = f" (is it {near[0]}?)" if near else ""
            raise entry.refused(f"is not known here{hint}: known are {', '.join(known)}", key)
    if missing := [key for key in needed if key not in entry.values]:
        raise entry.refused(f"{listed(missing)} must be given, too")
    try:
        return KINDS[entry.kind](**prepared(entry.values))
    except (TypeError, ValueError) as error:
        words = str(error).replace("[", " ").replace("'", " ").replace(":", " ").split()
        named = next((word for word in words if word in entry.values), "")  # the first that the message names
        raise entry.refused(str(error), named) from None


def safe(text: str) -> str:
    """A text without characters that steer a terminal, which stand there as Python writes them."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def as_text(answers: Sequence[Answer]) -> str:
    blocks = []
    for name, answer in answers:
        title = safe(" ".join(name.split()))
        said = f"not read: {answer}" if isinstance(answer, Refused) else str(answer)
        blocks.append(f"{title}\n{'-' * len(title)}\n{safe(said)}\n")
    return "\n".join([*blocks, _summary(answers), "", MEANING])


def _kind_of(answer: "Verdict | Refused") -> str:
    return "not read" if isinstance(answer, Refused) else answer.verdict


def _summary(answers: Sequence[Answer]) -> str:
    kinds = [_kind_of(answer) for _, answer in answers]
    return ", ".join(f"{kinds.count(each)} {each}" for each in ("possible", "impossible", "undecided", "not read"))


def as_page(answers: Sequence[Answer], title: str) -> str:
    sections = []
    for name, answer in answers:
        if isinstance(answer, Refused):
            reason, grounds, checked = str(answer), "", ""
        else:
            reason, checked = answer.reason, f"Checked: {answer.checked}. {answer.assumed()}"
            grounds = str(answer).partition("\n")[2].rpartition("checked: ")[0].rstrip()
        sections.append(
            f'<section class="{_kind_of(answer)}"><h2>{html.escape(safe(name))}: {_kind_of(answer)}</h2>'
            f"<p>{html.escape(safe(reason[0].upper() + reason[1:]))}.</p>"
            + (f"<pre>{html.escape(safe(grounds))}</pre>" if grounds else "")
            + (f"<p><small>{html.escape(safe(checked))}</small></p></section>" if checked else "</section>")
        )
    meaning = "\n".join(f"<p>{html.escape(line)}</p>" for line in MEANING.splitlines())
    body = "\n".join([f"<p>{_summary(answers)}</p>", *sections])
    return PAGE.format(title=html.escape(title), body=body, meaning=meaning)


def main(words: Sequence[str] | None = None) -> int:
    """Check a file: 0, plus 1 where something is impossible, plus 2 where the file or a part of it cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m evalmetrics", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser(
        "check",
        help="check a TOML file, or a table as CSV",
        epilog=f"exit code: 0, plus 1 if a row is impossible, plus 2 if one cannot be read; a file reads\n\n{EXAMPLE}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    check.add_argument("file", type=Path, help="report.toml, or table.csv with a line of names")
    check.add_argument("--kind", choices=list(KINDS), default="matrices", help="what the rows of a CSV file are")
    check.add_argument("--html", type=Path, metavar="OUT.HTML", help="write the report as a page, too")
    given = parser.parse_args(words)
    try:
        answers = checked_file(given.file, given.kind)
    except Refused as refused:
        print(safe(str(refused)), file=sys.stderr)
        return 2
    print(as_text(answers))
    if given.html:
        try:
            given.html.write_text(as_page(answers, f"Can these numbers be true? {given.file.name}"), encoding="utf-8")
        except OSError as error:
            print(f"{given.html}: cannot be written: {error.strerror}", file=sys.stderr)
            return 2
    kinds = {_kind_of(answer) for _, answer in answers}
    return ("impossible" in kinds) + 2 * ("not read" in kinds)
