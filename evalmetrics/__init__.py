"""Evaluation metrics to learn from: textbook definitions, their intervals, and a card that says what each can see.

Names load on first use, so that importing the package costs little more than NumPy. `__init__.pyi` lists them all.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = "0.1.0"
