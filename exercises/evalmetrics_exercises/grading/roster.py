"""Who is in the course: a table with id, name and mail, or what Canvas and Moodle export of their participants."""

import re
from collections.abc import Iterable, Iterator, Mapping
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
    *("numero de id", "numero de identificacion", "matricula", "identifier", "registration number"),
    *("username", "user name", "login", "anmeldename", "benutzername", "nutzername", "kennung", "nom d utilisateur"),
    *("nombre de usuario", "usuario", "github username", "id", "mail"),
)
NAMES = (
    *("student", "name", "full name", "display name", "vollstandiger name", "nom complet", "nombre completo"),
    *("studierende", "etudiant", "estudiante"),
)
PARTS = (
    *(("first name", "last name"), ("first name", "surname"), ("given name", "family name"), ("firstname", "lastname")),
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
NOBODY = re.compile(
    r"\s*(Points Possible|Mögliche Punkte|Points possibles|Puntos posibles)|(Student, Test|Test Student)$"
)
WORD = re.compile(r"[^\W_]+")
LONGEST_NAME = 8  # words
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

    def called(self) -> list[set[str]]:
        """What says who it is, as `ways` writes it, the surest first: id, mail, name and each cell of the line."""
        cells = {self.id, self.mail, self.name, *self.row.values()}
        listed = {cell for cell in cells if "," in cell}
        exact = set(map(given_first, cells | {self.mail.partition("@")[0]}))
        turned = set().union(*map(orders, (self.name, *listed)))
        mine = {canonical(self.id), plain(self.id)}
        return [
            {said for said in each if len(said) >= SHORTEST or said in mine}
            for each in (exact, {any_order(self.name), *map(any_order, listed)}, set(map(plain, exact)), turned)
        ]

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
    canvas = bool({"sis login id", "sis user id"} & heads.keys() or {"student", "section"} <= heads.keys())
    rows = [row for row in rows if not (canvas and NOBODY.match(_name(row, taken)))]
    who = [name for key, name in heads.items() if key in {*IDS, *NAMES, *MAILS, *sum(PARTS, ())}]
    while rows and who and not any(rows[0][name] for name in who):  # such as Canvas's line on posting
        del rows[0]
    numbered = (heads[key] for key in IDENTIFIERS if key in heads)
    taken["moodle"] = next((n for n in numbered if rows and all(PARTICIPANT.fullmatch(row[n]) for row in rows)), "")
    taken["canvas"] = heads.get("id", "") if canvas else ""
    ids = [*(heads[key] for key in IDS if key in heads and heads[key] != taken["moodle"]), taken["mail"]]
    taken["id"] = next((n for n in ids if n and all(row[n] for row in rows) and _differ([r[n] for r in rows])), "")
    if not rows or not taken["id"]:
        raise ValueError(
            f"{path} must begin with names of columns, and have a column id that is filled in and differs; "
            f"its columns are {', '.join([*heads.values()][::-1]) or 'none'}"
        )
    return rows, {what: name for what, name in taken.items() if name}


def _differ(ids: list[str]) -> bool:
    return len(set(map(canonical, ids))) == len(ids)


def _name(row: dict[str, str], taken: Mapping[str, str]) -> str:
    return " ".join(filter(None, (row.get(taken.get(part, ""), "") for part in ("name", "first", "last"))))


def _person(row: dict[str, str], taken: Mapping[str, str]) -> Person:
    cell = {what: row[name] for what, name in taken.items()}
    mail = cell.get("mail", "") or next((value for value in row.values() if re.fullmatch(r"\S+@\S+\.\S+", value)), "")
    moodle = PARTICIPANT.fullmatch(cell.get("moodle", ""))
    return Person(cell["id"], _name(row, taken), mail, cell.get("canvas", ""), moodle[1] if moodle else "", row)


def plain(text: str) -> str:
    """A name as it is compared: letters and digits without accents, one blank between words."""
    letters = "".join(c for c in normalize("NFKD", text.casefold()) if not category(c).startswith("M"))
    return " ".join(WORD.findall(letters.translate(BARE)))


def ways(said: str) -> list[set[str]]:
    """What a typed name may be, the surest first.

    It is what stands there, letter by letter, in order and in any order; the same without accents and signs, of a mail
    also what precedes its @, since not every roster has mails, but for numbers; and its words as others spell them, or
    all in one.
    """
    bare = {plain(given_first(said)), plain(said.partition("@")[0])}
    return [{given_first(said)}, {any_order(said)}, bare, orders(said) | orders(re.sub(r"\d|@.*", "", said))]


def given_first(name: str) -> str:
    """A name to the letter; "Byron, Ada" is Ada Byron."""
    return canonical(" ".join(map(str.strip, name.split(",")[::-1])))


def any_order(name: str) -> str:
    """The words of a name, sorted."""
    return " ".join(sorted(WORD.findall(canonical(name))))


def orders(name: str) -> set[str]:
    """The ways in which a name is written, as it is or ü as ue: its words sorted, and from each on without blanks."""
    both = [plain(name).split(), plain(normalize("NFC", name).casefold().translate(SPELT)).split()]
    turned = {"".join(words[i:] + words[:i]) for words in both for i in range(len(words))}
    return turned | {" ".join(sorted(words)) for words in both}


class Roster:
    """People, found again by what a platform, a file or they themselves call them."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people = list(people)
        self._called: list[dict[str, list[Person]]] = [{}, {}, {}, {}]
        for person in self.people:
            for known, each in zip(self._called, person.called(), strict=True):
                for said in each:
                    known.setdefault(said, []).append(person)
        self._names = {person.id: set(plain(person.name).split()) for person in self.people}
        self._bearing: dict[str, set[str]] = {}
        heads = list(self._heads())
        for person in self.people:
            bare = {plain(person.id), plain(person.mail), plain(person.mail.partition("@")[0]), *orders(person.name)}
            for said in bare | {plain(person.row.get(head, "")) for head in heads}:
                self._bearing.setdefault(said, set()).add(person.id)

    def _heads(self) -> Iterator[str]:
        """The columns that say who somebody is: they differ wherever they are filled in, which is mostly."""
        for head in self.people[0].row if self.people else ():
            cells = [cell for person in self.people if (cell := canonical(person.row.get(head, "")))]
            if len(set(cells)) == len(cells) > len(self.people) / 2:
                yield head

    def find(self, kind: str, said: str) -> list[Person]:
        """Everybody of that number of a platform, or whose id, mail or name a text is."""
        return self.bearing(said) if kind == "text" else [one for one in self.people if getattr(one, kind) == said]

    def named(self, said: str) -> list[Person]:
        """Everybody who is called so, by the surest way that calls anybody.

        Accents, capitals and the order of words are forgiven where nobody is called so to the letter, and names left
        out or added where two of them are somebody's.
        """
        for known, each in zip(self._called, ways(said), strict=True):
            found = {person.id: person for way in each - {""} for person in known.get(way, [])}
            if found:
                return [*found.values()]
        words = set(plain(said).split())
        whole = ((one, self._names[one.id]) for one in self.people if len(words) > 1)
        return [one for one, own in whole if words <= own or (len(own) > 1 and own <= words)]

    def whose(self, said: str) -> str:
        """The id of the one whom a typed name calls; "" where that is nobody, or more than one."""
        found = self.named(said)
        return found[0].id if len(found) == 1 else ""

    def bearing(self, text: str) -> list[Person]:
        """Everybody whose id, mail or name a text is, as that of a file or folder, in any order and in part."""
        known = {one for way in {plain(text), *orders(text)} - {""} for one in self._bearing.get(way, ())}
        if not known and len(words := set(plain(text).split())) > 1:
            return [one for one in self.people if words <= self._names[one.id]]
        found = [one for one in self.people if one.id in known]
        return [one for one in found if any_order(one.name) == any_order(text)] or found  # accents tell some apart

    def within(self, text: str) -> list[list[Person]]:
        """Whom each name in a longer text may mean; a sign or two, as in a number, say nothing where more does."""
        words, found, i = WORD.findall(canonical(text)), list[tuple[str, list[Person]]](), 0
        while i < len(words):
            ends = range(min(len(words), i + LONGEST_NAME), i, -1)
            runs = ((end, self.bearing(" ".join(words[i:end]))) for end in ends)
            end, people = next((run for run in runs if run[1]), (i + 1, []))
            found += [("".join(words[i:end]), people)] if people else []
            i = end
        return [each for said, each in found if len(said) > 2] or [each for _, each in found]
