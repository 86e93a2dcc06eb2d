"""Evaluation metrics to learn from: textbook definitions, their intervals, and a card that says what each can see.

Names load on first use, so that importing the package costs little more than NumPy. `__init__.pyi` lists them all.
"""

import sys
from types import ModuleType

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
__version__ = "0.1.0"


class _Package(ModuleType):
    """Where a module holds a function of its own name, the package's attribute of that name is the function."""

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType) and name in __all__:  # importing a submodule binds its name here
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
