"""The book for the web: sources are written from notebooks, cards and docstrings, and Sphinx makes pages of them."""

import os
from urllib.parse import quote

from tests.book.notebooks import ROOT

SOURCES, BUILT = ROOT / "build" / "website" / "sources", ROOT / "build" / "book"
LITE = ROOT / "build" / "lite"

PRINTED = ROOT / "build" / "pdf"

# The one setting: where this repository is public, as OWNER/NAME on GitHub (`make book REPOSITORY=OWNER/NAME`). With
# it, pages link to places that run notebooks and take reports. The book is taken to stand on GitHub Pages, unless
# ADDRESS says where; without both it has no address, and pages do not name one.
REPOSITORY = os.environ.get("REPOSITORY", "")
ADDRESS = os.environ.get("ADDRESS", "https://{}.github.io/{}/".format(*REPOSITORY.split("/")) if REPOSITORY else "")
PLACES = {
    "Run it on Colab": "https://colab.research.google.com/github/{repository}/blob/main/{path}",
    "Run it on Binder": "https://mybinder.org/v2/gh/{repository}/main?urlpath=lab%2Ftree%2F{path}",
}
IN_THE_BROWSER = "lite/lab/index.html?path={path}"  # beside the pages, once `make lite` has built it
# Topics that start processes, which a browser does not let a page do.
IN_NO_BROWSER = ("notebooks/38_code_generation", "notebooks/67_partitions", "exercises/38_code_generation")
REPORTS = "https://github.com/{repository}/issues/new?template=number.yml&title={page}"


def launch(path: str, to_root: str, repository: str, lite: bool) -> dict[str, str]:
    """Where a notebook can be run: addresses by what the links say, none that leads nowhere."""
    places = dict(PLACES) if repository else {}
    if lite and not path.startswith(IN_NO_BROWSER):
        places = {"Run in your browser": to_root + IN_THE_BROWSER} | places
    return {name: address.format(repository=repository, path=path) for name, address in places.items()}


def report(page: str, to_root: str) -> str:
    """Where an error on a page is reported."""
    return REPORTS.format(repository=REPOSITORY, page=quote(page)) if REPOSITORY else f"{to_root}about.html#errors"


def printed(page: str) -> str:
    """Where the PDF of a notebook's page is, once `make pdf` has printed it."""
    name = f"pdf/{page.rpartition('/')[2]}.pdf"
    return name if (ROOT / "build" / name).exists() else ""
