"""Who is in the course: a table with id, name and mail, or what Canvas and Moodle export of their participants."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import category, normalize

from ..seeds import canonical
from .names import unfit

# The first column that is filled in for everybody, and differs, is the id that students type into their notebook.
IDS = ("sis login id", "sis user id", "id number", "idnumber", "student id", "username", "user name", "id", "mail")
NAMES = ("student", "name", "full name", "display name")
PARTS = (("first name", "last name"), ("first name", "surname"), ("given name", "family name"))
MAILS = ("mail", "email", "e-mail", "email address", "e-mail address")
NOBODY = re.compile(r"\s*Points Possible|Student, Test")  # rows of Canvas's that are no students


@dataclass(frozen=True)
class Person:
    """A line of the roster: `canvas` and `moodle` are the numbers that these give a participant, where they are told.

    `row` is the line as it stands in the file.
    """

    id: str
    name: str = ""
    mail: str = ""
    canvas: str = ""
    moodle: str = ""
    row: dict[str, str] = field(default_factory=dict, compare=False)


def read(path: Path) -> list[Person]:
    """Everybody on a roster, in its order."""
    text = path.read_text(encoding="utf-8-sig")
    first = text.partition("\n")[0]
    table = csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    rows = [{(key or "").strip(): (value or "").strip() for key, value in row.items() if key} for row in table]
    lower = [{key.lower(): value for key, value in row.items()} for row in rows]
    kept = [i for i, row in enumerate(lower) if any(row.values()) and not NOBODY.match(row.get("student", ""))]
    rows, lower = [rows[i] for i in kept], [lower[i] for i in kept]
    for row in lower:
        row["mail"] = next((row[key] for key in MAILS if row.get(key)), "")
    ids = next((ids for key in IDS if all(ids := [row.get(key, "") for row in lower]) and _differ(ids)), None)
    if not rows or ids is None:
        raise ValueError(f"{path} must begin with names of columns, and have a column id that is filled in and differs")
    if odd := [student for student in ids if unfit(student)]:
        raise ValueError(f"{path} has an id that cannot be a student's: {odd[0]!r}: {unfit(odd[0])}")
    return [_person(*each) for each in zip(ids, rows, lower, strict=True)]


def _differ(ids: list[str]) -> bool:
    return len(set(map(canonical, ids))) == len(ids)


def _person(student: str, row: dict[str, str], lower: dict[str, str]) -> Person:
    parts = next((" ".join(lower[part] for part in both) for both in PARTS if all(map(lower.get, both))), "")
    name = next((lower[key] for key in NAMES if lower.get(key)), parts)
    mail = lower["mail"] or next((value for value in lower.values() if re.fullmatch(r"\S+@\S+\.\S+", value)), "")
    canvas = lower.get("id", "") if "sis login id" in lower or "sis user id" in lower else ""
    moodle = lower.get("identifier", "").removeprefix("Participant ")
    return Person(student, name, mail, canvas, moodle, row)


def plain(text: str) -> str:
    """A name as it is compared: letters and digits without accents, one blank between words."""
    letters = "".join(c for c in normalize("NFKD", text.casefold()) if not category(c).startswith("M"))
    return " ".join(re.findall(r"[^\W_]+", letters))


def orders(name: str) -> set[str]:
    """The ways in which a platform writes a name: as it is, and from each word on, with and without blanks."""
    words = plain(name).split()
    turned = {" ".join(words[i:] + words[:i]) for i in range(len(words))}
    return turned | {way.replace(" ", "") for way in turned}


class Roster:
    """People, found again by what a platform calls them."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people = list(people)
        self._by: dict[str, dict[str, list[Person]]] = {"id": {}, "mail": {}, "name": {}, "canvas": {}, "moodle": {}}
        keys: dict[str, Callable[[Person], set[str]]] = {
            "id": lambda person: {canonical(person.id)},
            "mail": lambda person: {canonical(person.mail), canonical(person.mail).partition("@")[0]},
            "name": lambda person: orders(person.name),
            "canvas": lambda person: {person.canvas},
            "moodle": lambda person: {person.moodle},
        }
        for kind, of in keys.items():
            for person in self.people:
                for key in of(person) - {""}:
                    self._by[kind].setdefault(key, []).append(person)

    def find(self, kind: str, said: str) -> list[Person]:
        """Everybody of that id, mail, name or number."""
        key = {"name": plain, "id": canonical, "mail": canonical}.get(kind, str)(said)
        return self._by[kind].get(key, [])

    def own_names(self) -> dict[str, frozenset[str]]:
        """By id, what a student may type as a name: id, mail and name, but for those that two people share."""
        called = {p.id: {canonical(said) for said in (p.id, p.mail, p.name) if said} for p in self.people}
        shared = Counter(said for each in called.values() for said in each)
        return {student: frozenset(said for said in each if shared[said] == 1) for student, each in called.items()}
