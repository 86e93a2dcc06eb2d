"""The book for the web: sources are written from notebooks, cards and docstrings, and Sphinx makes pages of them."""

import os

from tests.book.notebooks import ROOT

SOURCES, BUILT = ROOT / "build" / "website" / "sources", ROOT / "build" / "book"
LITE = ROOT / "build" / "lite"

# The one setting: where this repository is public, as OWNER/NAME on GitHub (`make book REPOSITORY=OWNER/NAME`). With
# it, pages of notebooks link to places that run them; without it there is nothing to link to.
REPOSITORY = os.environ.get("REPOSITORY", "")
PLACES = {
    "Colab": "https://colab.research.google.com/github/{repository}/blob/main/{path}",
    "Binder": "https://mybinder.org/v2/gh/{repository}/main?urlpath=lab%2Ftree%2F{path}",
}
IN_THE_BROWSER = "lite/lab/index.html?path={path}"  # beside the pages, once `make lite` has built it
# Topics that start processes, which a browser does not let a page do.
IN_NO_BROWSER = ("notebooks/38_code_generation", "notebooks/67_partitions")


def launch(path: str, to_root: str, repository: str, lite: bool) -> dict[str, str]:
    """Where a notebook can be run: addresses by the names of the places, none that leads nowhere."""
    places = dict(PLACES) if repository else {}
    if lite and path.startswith("notebooks/") and not path.startswith(IN_NO_BROWSER):
        places["JupyterLite"] = to_root + IN_THE_BROWSER
    return {name: address.format(repository=repository, path=path) for name, address in places.items()}
