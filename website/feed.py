"""A feed of changes, in Atom's format (RFC 4287), from the history that git keeps; without git it has no entries."""

import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_OID, uuid5
from xml.etree import ElementTree as ET

from tests.book.notebooks import listed

ATOM = "http://www.w3.org/2005/Atom"
NEWEST = 50
READ = ["notebooks", "exercises", "evalmetrics"]  # what readers read; changes of tests and tools are no news to them
FIELDS = "%x1e%H%x1f%cI%x1f%s%x1f%b%x1f"


class Change(NamedTuple):
    """A commit: its name, its time, what it says in a line and in full, and the notebooks that it touched."""

    commit: str
    time: str
    subject: str
    body: str
    pages: list[str]


def changed(root: Path) -> str:
    """The day of the newest change, such as 2026-11-28; nothing where there is no history."""
    return next((change.time[:10] for change in changes(root)), "")


def changes(root: Path) -> list[Change]:
    """The newest changes of what readers read, or none where there is no git or no history."""
    command = ["git", "-C", str(root), "log", f"-{NEWEST}", "--name-only", f"--format={FIELDS}", "--", *READ]
    try:
        told = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    found, there = [], {f"notebooks/{own.page}.ipynb": own.page for own in listed(root / "notebooks")}
    for record in told.split("\x1e")[1:]:
        commit, time, subject, body, files = record.split("\x1f")
        touched = [there[file] for file in files.split("\n") if file in there]
        found.append(Change(commit, time, subject, body.strip(), touched))
    return found


def feed(root: Path) -> str:
    """The feed; it stands beside the first page."""
    found = changes(root)
    built = datetime.now(UTC).isoformat(timespec="seconds")
    whole = ET.Element("feed", xmlns=ATOM)
    add(whole, "title", "evalmetrics: changes")
    add(whole, "id", identity("evalmetrics"))
    add(whole, "updated", max((change.time for change in found), default=built, key=datetime.fromisoformat))
    add(add(whole, "author"), "name", "The evalmetrics authors")
    add(whole, "link", rel="self", href="feed.xml")
    add(whole, "link", rel="alternate", href="index.html")
    for change in found:
        entry = add(whole, "entry")
        add(entry, "title", change.subject)
        add(entry, "id", identity(change.commit))
        add(entry, "updated", change.time)
        page = f"notebooks/{change.pages[0]}.html" if len(change.pages) == 1 else "index.html"
        add(entry, "link", rel="alternate", href=page)
        where = f"Notebooks: {', '.join(change.pages)}." if change.pages else ""
        add(entry, "content", "\n\n".join(filter(None, [change.body, where])) or change.subject, type="text")
    ET.indent(whole)
    return ET.tostring(whole, encoding="unicode", xml_declaration=True) + "\n"


def add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    """A part of the feed."""
    element = ET.SubElement(parent, tag, attributes)
    element.text = text
    return element


def identity(name: str) -> str:
    """A name that stays, wherever the book is published."""
    return uuid5(NAMESPACE_OID, name).urn
