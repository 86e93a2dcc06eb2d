"""The feed of changes is Atom, names pages that there are, and is built without git, too."""

import re
import subprocess
from datetime import datetime
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from website.feed import changes, feed

from .conftest import BOOK, pages

pytestmark = pytest.mark.site
ATOM = "{http://www.w3.org/2005/Atom}"


def hold_to_the_standard(whole: ET.Element) -> list[ET.Element]:
    """Hold a feed to what RFC 4287 asks for; its entries."""
    assert whole.tag == f"{ATOM}feed"
    entries = whole.findall(f"{ATOM}entry")
    for part in (whole, *entries):
        assert [len(part.findall(ATOM + tag)) for tag in ("id", "title", "updated")] == [1, 1, 1]
        assert part.findtext(f"{ATOM}title").strip()
        assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", part.findtext(f"{ATOM}id"))
        assert datetime.fromisoformat(part.findtext(f"{ATOM}updated")).tzinfo
    assert whole.findtext(f"{ATOM}author/{ATOM}name")
    assert [link.get("href") for link in whole.findall(f"{ATOM}link[@rel='self']")] == ["feed.xml"]
    names = [part.findtext(f"{ATOM}id") for part in (whole, *entries)]
    assert len(set(names)) == len(names)
    for entry in entries:
        (content,), (link,) = entry.findall(f"{ATOM}content"), entry.findall(f"{ATOM}link[@rel='alternate']")
        assert content.get("type") == "text"
        assert content.text
        assert (BOOK / link.get("href")).is_file()
    return entries


def test_the_feed_of_the_book_is_atom() -> None:
    whole = ET.parse(BOOK / "feed.xml").getroot()
    entries = hold_to_the_standard(whole)
    assert len(entries) == len(changes(BOOK.parents[1]))
    times = [datetime.fromisoformat(part.findtext(f"{ATOM}updated")) for part in (whole, *entries)]
    assert times[0] == max(times[1:], default=times[0])


def test_it_tells_what_a_history_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in {"NAME": "A", "EMAIL": "a@b.c", "DATE": "2026-01-02T03:04:05Z"}.items():
        monkeypatch.setenv(f"GIT_AUTHOR_{key}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{key}", value)

    def git(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True, capture_output=True)

    git("init")
    for name, said in {"notebooks/06_x.ipynb": "Tell <b> & more\n\nWhy:\n\nfor it.", "tests/x.py": "Test it"}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("1")
        git("add", ".")
        git("commit", "-m", said)
    (change,) = changes(tmp_path)
    assert change[1:] == ("2026-01-02T03:04:05+00:00", "Tell <b> & more", "Why:\n\nfor it.", ["06_x"])
    (entry,) = ET.fromstring(feed(tmp_path)).findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}title") == "Tell <b> & more"
    assert entry.findtext(f"{ATOM}content") == "Why:\n\nfor it.\n\nNotebooks: 06_x."
    assert entry.find(f"{ATOM}link").get("href") == "notebooks/06_x.html"


@pytest.mark.parametrize("path", ["no git at all", "no history"])
def test_without_git_the_feed_has_no_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    if path == "no git at all":
        monkeypatch.setenv("PATH", str(tmp_path))
    assert hold_to_the_standard(ET.fromstring(feed(tmp_path))) == []


def test_every_page_names_it() -> None:
    for name in pages():
        head = (BOOK / name).read_text("utf-8").partition("</head>")[0]
        found = re.search(r'type="application/atom\+xml"[^>]*href="([^"]*)"', head)
        assert ((BOOK / name).parent / found[1]).resolve() == BOOK / "feed.xml", name
