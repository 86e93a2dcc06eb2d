"""A cell of a notebook as plain Python, without what only Jupyter understands."""

import ast
import re
from textwrap import dedent

RUN_ANYWAY = ("time", "capture", "prun")  # magics whose argument is code that leaves its names
CELL_MAGIC = re.compile(r"\s*%%(\w*)[^\n]*\n?")
TARGET = r"((?:[\w, .\[\]\"']+=\s*)?)"  # takes what a magic returns
TIMED = re.compile(rf"(\s*){TARGET}%time\s+(.*)")
MAGIC = re.compile(rf"(\s*){TARGET}(?:%|!|\?)|(\s*)[^#]*\?\s*$")


def as_python(source: str) -> str:
    """A cell as plain Python: what speaks to the notebook (% ! ?) is left out where it does not parse."""
    if magic := CELL_MAGIC.match(source):
        source = source[magic.end() :] if magic[1] in RUN_ANYWAY else ""
    return parsable(source) or parsable(dedent(source)) or source


def parsable(source: str) -> str:
    """Code without the lines for the notebook at which a parser stumbles, none in a string is; "" if that is not it."""
    lines = source.split("\n")
    for _ in range(len(lines) + 1):
        try:
            ast.parse("\n".join(lines))
        except SyntaxError as error:
            at = (error.lineno or 0) - 1
            if not 0 <= at < len(lines) or (plain := without_magic(lines[at])) == lines[at]:
                return ""
            goes_on, lines[at] = lines[at].endswith("\\") and not plain.endswith("\\"), plain
            while goes_on and (at := at + 1) < len(lines):
                goes_on, lines[at] = lines[at].endswith("\\"), ""
        else:
            return "\n".join(lines)
    return ""


def without_magic(line: str) -> str:
    """A line without a prompt, and without what only a notebook understands."""
    line = re.sub(r"^(\s*)(>>>|\.\.\.) ?", r"\1", line)
    if timed := TIMED.match(line):
        return timed[1] + timed[2] + timed[3]
    if magic := MAGIC.match(line):
        indent, target = magic[1] or magic[3] or "", magic[2]
        return f"{indent}{target}None" if target else f"{indent}pass"
    return line
