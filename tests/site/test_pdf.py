"""A chapter and several of them as PDF: numbered pages, contents, an outline, links that lead somewhere."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest

from website.notebooks import chapters, openings

from .conftest import BOOK

pypdf = pytest.importorskip("pypdf")
pdf = pytest.importorskip("website.pdf")
pytestmark = pytest.mark.site
NAMES = [openings()[number].own.page for number in ("01", "02")]  # the second links to the first
TITLES = {name: chapters()[name].title for name in NAMES}
A4 = (595, 842)


@pytest.fixture(scope="module")
def printer(browser: Any, address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A page that prints into a folder of the test's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pdf, "PRINTED", tmp_path_factory.mktemp("pdf"))
        page = browser.new_page()
        yield page
        page.close()


@pytest.fixture(scope="module")
def chapter(printer: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("chapter") / "chapter.pdf"
    path.write_bytes(pdf.printed(printer, pdf.opened(printer, NAMES[1])))
    return pypdf.PdfReader(path)


@pytest.fixture(scope="module")
def book(printer: Any) -> Any:
    pdf.whole(printer, TITLES)
    return pypdf.PdfReader(pdf.PRINTED / "evalmetrics.pdf")


def numbers(found: Any) -> list[str]:
    """What stands at the foot of each page; it is drawn first."""
    return [page.extract_text().strip().splitlines()[0].strip() for page in found.pages]


def outline(entries: list[Any]) -> list[str]:
    titles: list[str] = []
    for entry in entries:
        titles += outline(entry) if isinstance(entry, list) else [str(entry.title)]
    return titles


def targets(found: Any) -> list[Any]:
    """Where links lead: an address, or the number of a page of the document."""
    pages = {page.indirect_reference.idnum: number for number, page in enumerate(found.pages)}
    led = []
    for link in pdf.links(found):
        if "/A" in link:
            led.append(link["/A"]["/URI"])
        else:
            to = link["/Dest"]
            place = found.named_destinations[to].dest_array if isinstance(to, str) else to
            led.append(pages[place[0].idnum])
    return led


def test_a_chapter_has_numbered_pages_of_paper(chapter: Any) -> None:
    assert numbers(chapter) == [str(k + 1) for k in range(len(chapter.pages))]
    assert 5 <= len(chapter.pages) <= 40
    assert {tuple(round(side) for side in page.mediabox[2:]) for page in chapter.pages} == {A4}
    assert "Precision" in chapter.pages[0].extract_text()


def test_its_outline_has_the_headings_of_the_page(chapter: Any) -> None:
    text = (BOOK / "notebooks" / f"{NAMES[1]}.html").read_text("utf-8")
    headings = re.findall(r"<h[12]>(.*?)<a class=.headerlink", text)
    assert len(headings) > 5
    assert set(headings) <= {title.strip() for title in outline(chapter.outline)}


def test_its_links_lead_to_other_hosts_and_within_it(chapter: Any) -> None:
    led = targets(chapter)
    assert led
    assert all(isinstance(to, int) or to.startswith(("http://", "https://")) for to in led)


def test_pages_of_the_book_are_numbered_through(book: Any) -> None:
    assert numbers(book)[1:] == [str(k + 2) for k in range(len(book.pages) - 1)]


def test_contents_and_outline_lead_to_the_chapters(book: Any) -> None:
    contents = book.pages[0].extract_text()
    top = [entry for entry in book.outline if not isinstance(entry, list)]
    starts = {entry.title: book.get_destination_page_number(entry) for entry in top}
    assert list(starts) == ["Contents", *TITLES.values()]
    for title in TITLES.values():
        assert re.search(rf"{re.escape(title)}\s+{starts[title] + 1}\b", contents)
    first = [link.get_object()["/Dest"][0].idnum for link in book.pages[0]["/Annots"]]
    assert first == [book.pages[starts[title]].indirect_reference.idnum for title in TITLES.values()]


def test_links_from_chapter_to_chapter_lead_within_the_book(book: Any) -> None:
    led = targets(book)
    assert not [to for to in led if isinstance(to, str) and not to.startswith(("http://", "https://"))]
    start = next(
        book.get_destination_page_number(e) for e in book.outline if getattr(e, "title", "") == TITLES[NAMES[1]]
    )
    later = [link.get_object() for page in book.pages[start:] for link in page.get("/Annots", ())]
    back = [
        link for link in later if "/Dest" in link and link["/Dest"][0].idnum == book.pages[1].indirect_reference.idnum
    ]
    assert back


def test_a_chapter_that_is_not_there_is_named() -> None:
    with pytest.raises(SystemExit, match="No chapter begins with 99"):
        pdf.main(["99"])


def test_without_chromium_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="Chromium is missing: apt-get install chromium"):
        pdf.main([])


def test_contents_that_need_more_pages_than_are_kept_for_them_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    long, written = pypdf.PdfWriter(), BytesIO()
    for _ in range(2):
        long.add_blank_page(*A4)
    long.write(written)
    monkeypatch.setattr(pdf, "printed", lambda *_, **__: written.getvalue())
    with pytest.raises(ValueError, match="holds fewer lines than are put on it"):
        pdf.whole(None, {"01_confusion/01_1_accuracy": "01 Confusion"})
