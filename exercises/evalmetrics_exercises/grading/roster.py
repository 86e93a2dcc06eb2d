"""Who is in the course: a table with id, name and mail, or what Canvas and Moodle export of their participants."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import category, normalize

from ..seeds import canonical
from . import reading
from .names import unfit

# Headings as `plain` writes them, in English, German, French and Spanish. The first of the columns with ids that is
# filled in for everybody, and differs, is the id that students type into their notebook.
IDS = (
    *("sis login id", "sis user id", "id number", "idnumber", "student id", "student number"),
    *("matrikelnummer", "matrikel nr", "matrikelnr", "matr nr", "mat nr", "matrikel", "matnr", "id nummer"),
    *("numero d etudiant", "numero etudiant", "numero d identification"),
    *("numero de id", "numero de identificacion", "matricula"),
    *("username", "user name", "login", "anmeldename", "benutzername", "kennung", "nom d utilisateur"),
    *("nombre de usuario", "usuario", "id", "mail"),
)
NAMES = (
    *("student", "name", "full name", "display name", "vollstandiger name", "nom complet", "nombre completo"),
    *("studierende", "etudiant", "estudiante"),
)
PARTS = (
    *(("first name", "last name"), ("first name", "surname"), ("given name", "family name")),
    *(("vorname", "nachname"), ("vorname", "familienname"), ("vorname", "name")),
    *(("prenom", "nom de famille"), ("prenom", "nom")),
    *(("nombre", "apellido s"), ("nombre", "apellidos"), ("nombre", "apellido")),
)
MAILS = (
    *("mail", "email", "e mail", "email address", "e mail address", "e mail adresse", "emailadresse"),
    *("e mailadresse", "mailadresse", "mail adresse"),
    *("adresse de courriel", "courriel", "adresse e mail", "direccion de correo", "direccion de correo electronico"),
    *("correo", "correo electronico"),
)
IDENTIFIERS = ("identifier", "id", "identifiant", "identificador")  # of Moodle, as in "Participant 4711"
PARTICIPANT = re.compile(r"(?:Particip|Teilnehm)[^\d\s]*\s*(\d+)")
SUBMITTED = (
    *("last modified submission", "zuletzt geandert abgabe", "derniere modification travail remis"),
    *("derniere modification remise", "ultima modificacion entrega"),
)
# Rows of Canvas's that are no students: the line of points, and the student that tries things out.
NOBODY = re.compile(r"\s*(Points Possible|Mögliche Punkte|Points possibles|Puntos posibles)|Student, Test")
SHORTEST = 2  # letters of a cell that says who somebody is
BARE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})  # no marks come off these
SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


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

    def called(self) -> set[str]:
        """What says who it is, as `plain` writes it: id, mail, every order of the name, and each cell of the line."""
        cells = {plain(cell) for cell in (self.id, self.mail, self.mail.partition("@")[0], *self.row.values())}
        turned = set().union(*(orders(cell) for cell in self.row.values() if "," in cell))  # as in Byron, Ada
        return {said for said in cells | turned | orders(self.name) if len(said) >= SHORTEST or said == plain(self.id)}

    def cell(self, headings: Iterable[str]) -> str:
        """The cell under one of some headings, which are written as `plain` does; "" where there is none."""
        return next((cell for name, cell in self.row.items() if plain(name) in headings), "")


def read(path: Path) -> list[Person]:
    """Everybody on a roster, in its order."""
    rows, taken = _rows_and_columns(path)
    people = [_person(row, taken) for row in rows]
    if odd := [one.id for one in people if unfit(one.id)]:
        raise ValueError(f"{path} has an id that cannot be a student's: {odd[0]!r}: {unfit(odd[0])}")
    return people


def columns(path: Path) -> str:
    """Which columns of a roster were taken for what, as a sentence."""
    taken = _rows_and_columns(path)[1]
    named = {"id": ["id"], "name": ["name", "first", "last"], "mail": ["mail"]}
    said = {what: " + ".join(taken[key] for key in keys if key in taken) for what, keys in named.items()}
    return "; ".join(f"{what}: {column or 'none'}" for what, column in said.items())


def _rows_and_columns(path: Path) -> tuple[list[dict[str, str]], dict[str, str]]:
    """The students' lines, and the names of the columns by what they hold."""
    rows = reading.table(path)
    heads = {plain(name): name for name in reversed(rows[0] if rows else {})}
    both = next((both for both in PARTS if heads.keys() >= {*both}), ())  # before a name, which may be the family's
    taken = {part: heads[key] for part, key in zip(("first", "last"), both, strict=False)}
    taken["name"] = "" if both else next((heads[key] for key in NAMES if key in heads), "")
    taken["mail"] = next((heads[key] for key in MAILS if key in heads), "")
    rows = [row for row in rows if not NOBODY.match(row.get(taken["name"], ""))]
    who = [name for key, name in heads.items() if key in {*IDS, *NAMES, *MAILS, *sum(PARTS, ())}]
    while rows and who and not any(rows[0][name] for name in who):  # such as Canvas's line on posting
        del rows[0]
    numbered = (heads[key] for key in IDENTIFIERS if key in heads)
    taken["moodle"] = next((n for n in numbered if rows and all(PARTICIPANT.fullmatch(row[n]) for row in rows)), "")
    if {"sis login id", "sis user id"} & heads.keys() or heads.keys() >= {"student", "section"}:
        taken["canvas"] = heads.get("id", "")
    ids = [*(heads[key] for key in IDS if key in heads and heads[key] != taken["moodle"]), taken["mail"]]
    taken["id"] = next((n for n in ids if n and all(row[n] for row in rows) and _differ([r[n] for r in rows])), "")
    if not rows or not taken["id"]:
        raise ValueError(
            f"{path} must begin with names of columns, and have a column id that is filled in and differs; "
            f"its columns are {', '.join(heads.values()) or 'none'}"
        )
    return rows, {what: name for what, name in taken.items() if name}


def _differ(ids: list[str]) -> bool:
    return len(set(map(canonical, ids))) == len(ids)


def _person(row: dict[str, str], taken: Mapping[str, str]) -> Person:
    cell = {what: row[name] for what, name in taken.items()}
    name = cell.get("name", " ".join(filter(None, (cell.get("first"), cell.get("last")))))
    mail = cell.get("mail", "") or next((value for value in row.values() if re.fullmatch(r"\S+@\S+\.\S+", value)), "")
    moodle = PARTICIPANT.fullmatch(cell.get("moodle", ""))
    return Person(cell["id"], name, mail, cell.get("canvas", ""), moodle[1] if moodle else "", row)


def plain(text: str) -> str:
    """A name as it is compared: letters and digits without accents, one blank between words."""
    letters = "".join(c for c in normalize("NFKD", text.casefold()) if not category(c).startswith("M"))
    return " ".join(re.findall(r"[^\W_]+", letters.translate(BARE)))


def ways(said: str) -> tuple[str, str]:
    """What a typed name may be: all of it, and of a mail what precedes its @, since not every roster has mails."""
    return plain(said), plain(said.partition("@")[0])


def orders(name: str) -> set[str]:
    """The ways in which a name is written: as it is or ü as ue, and from each word on, with and without blanks."""
    spelt = normalize("NFC", name).casefold().translate(SPELT)
    both = [plain(name).split(), plain(spelt).split()]
    turned = {" ".join(words[i:] + words[:i]) for words in both for i in range(len(words))}
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
        self._called = {person.id: person.called() for person in self.people}
        self._shared = Counter(said for each in self._called.values() for said in each)

    def find(self, kind: str, said: str) -> list[Person]:
        """Everybody of that id, mail, name or number."""
        key = {"name": plain, "id": canonical, "mail": canonical}.get(kind, str)(said)
        return self._by[kind].get(key, [])

    def own_names(self) -> dict[str, frozenset[str]]:
        """By id, what a student may type as a name, as `plain` writes it: whatever calls that student and no other."""
        called = self._called.items()
        return {student: frozenset(said for said in each if self._shared[said] == 1) for student, each in called}

    def whose(self, said: str) -> str:
        """The id of the one whom a typed name calls; "" where that is nobody, or more than one."""
        name = next((way for way in ways(said) if self._shared[way] == 1), None)
        return next((student for student, each in self._called.items() if name in each), "")
