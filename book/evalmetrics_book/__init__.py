"""The scenery of the lessons: their figures and explorers, example data, the record on the documents, the gallery.

Notebooks say ``import evalmetrics_book as book`` beside ``import evalmetrics as em``: what serves at work is `em.`,
what illustrates a lesson is `book.`.

    >>> import evalmetrics_book as book
    >>> int(book.example_matrix("ex1").loc["pos", "pos"])
    15

Names load on first use; `dir(evalmetrics_book)` lists them.
"""

import lazy_loader

import evalmetrics

__version__ = "0.2.0"
__getattr__, __dir__, _ = lazy_loader.attach_stub(__name__, __file__)

if evalmetrics.__version__ != __version__:
    raise ImportError(
        f"evalmetrics_book {__version__} needs evalmetrics {__version__}, and {evalmetrics.__version__} is installed: "
        f"pip install evalmetrics=={__version__}"
    )
