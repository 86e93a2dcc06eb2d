"""What runs inside the sandbox: a student's cells, and then whatever the judge asks of them.

Requests arrive as lines of JSON on one file descriptor, replies leave as lines of JSON on another. Nothing here is
trusted by the judge: a student's code shares this process and may do with it as it likes.
"""

import ast
import importlib.machinery
import importlib.util
import json
import os
import resource
import sys
import types
from typing import Any

LONGEST_REASON = 300

# Modules that hold answers, or that a notebook imports beside them, and that the closed sandbox does not have.
KEPT_OUT = [
    "evalmetrics", "sklearn", "scipy", "nltk", "statsmodels", "matplotlib", "seaborn", "IPython", "ipywidgets",
    "sacrebleu", "jiwer", "rapidfuzz", "rouge", "rouge_score", "evaluate", "datasets", "torch",
    "torchmetrics", "tensorflow", "keras", "pycocotools", "Levenshtein", "editdistance", "pytrec_eval", "ranx",
]  # fmt: skip


class KeptOutError(ImportError):
    """Something was used that is kept out."""


class Absent:
    """Something from a module that is kept out while tasks are graded: it can be imported, but not used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise KeptOutError(f"{self._name} is not available while this is graded: write it yourself, with NumPy at most")

    def __getattr__(self, name: str) -> Any:
        return self._refuse()

    __call__ = __iter__ = __getitem__ = _refuse


class AbsentModule(types.ModuleType):
    """Stands for a module that is kept out, so that a first cell with many imports still runs."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self.__name__}.{name}")


class Quiet:
    """Takes every call and does nothing: the notebook that a cell may talk to."""

    def _keep_quiet(self, *_: Any, **__: Any) -> Any:
        return self

    __getattr__ = __call__ = _keep_quiet


class AbsentModules:
    """Finds the modules that are kept out."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        """A stand-in for `name`."""
        if name.partition(".")[0] not in KEPT_OUT:
            return None
        return importlib.machinery.ModuleSpec(name, AbsentModules(), is_package=True)  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: Any) -> types.ModuleType:
        """An empty stand-in."""
        return AbsentModule(spec.name)

    @staticmethod
    def exec_module(module: types.ModuleType) -> None:
        """Nothing to run."""


def coursework_module(variants: dict[str, Any]) -> types.ModuleType:
    """What a notebook knows as `coursework`: the student's data, and a check that keeps still."""
    module = types.ModuleType("coursework")
    module.check = lambda *_, **__: types.SimpleNamespace(right=True)  # type: ignore[attr-defined]
    module.student = lambda name="", **_: str(name)  # type: ignore[attr-defined]
    module.variant = lambda task, *_, **__: json.loads(json.dumps(variants[task]))  # type: ignore[attr-defined]
    return module


def prepare(request: dict[str, Any]) -> dict[str, Any]:
    """Set limits and the namespace in which cells run."""
    for limit, value in request["limits"].items():
        resource.setrlimit(getattr(resource, limit), (value, value))
    sys.path += request["paths"]
    if request["closed"]:
        sys.meta_path.append(AbsentModules())
    sys.modules["coursework"] = coursework_module(request["variants"])
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    main.__dict__.update(display=lambda *_, **__: None, get_ipython=Quiet())
    return main.__dict__


def without_magics(source: str) -> str:
    """A cell as plain Python: lines for the notebook's own ears (% ! ?) are left out where they do not parse."""
    try:
        ast.parse(source)
    except SyntaxError:
        lines = source.splitlines()
        source = "\n".join("" if line.lstrip()[:1] in ("%", "!", "?") or line.endswith("?") else line for line in lines)
    return source


def run(source: str, names: dict[str, Any]) -> None:
    """Run a cell. A statement that uses what is kept out, a plot say, does not keep the cell's others from running."""
    body = ast.parse(without_magics(source)).body
    future = [step for step in body if isinstance(step, ast.ImportFrom) and step.module == "__future__"]
    kept_out = None
    for step in body:
        try:
            exec(compile(ast.Module([*future, step], []), "<cell>", "exec"), names)
        except KeptOutError as error:
            kept_out = kept_out or error
        except NameError:
            if kept_out is None:  # else it follows from what was not to be had
                raise
    if kept_out:
        raise kept_out


def answer(request: dict[str, Any], names: dict[str, Any], exchange: Any) -> Any:
    """Do what one request asks."""
    if request["do"] == "run":
        return run(request["source"], names)
    if request["name"] not in names:
        raise LookupError(f"nothing in the notebook is called {request['name']}")
    value = names[request["name"]]
    if request["do"] == "call":
        value = value(**exchange.arguments_out(request["arguments"]))
    try:
        return exchange.plain(value)
    except TypeError as error:
        raise TypeError(f"what came back cannot be read: {error}") from None


def reason(error: BaseException) -> str:
    """An exception in one line."""
    try:
        text = " ".join(str(error).split())
    except BaseException:
        text = "(an exception that cannot be printed)"
    return f"{type(error).__name__}: {text}"[:LONGEST_REASON] if text else type(error).__name__


def serve(requests: int, replies: int, exchange: Any) -> None:
    """Answer line by line until nobody asks any more."""
    names: dict[str, Any] = {}
    write, dumps = os.write, json.dumps
    with os.fdopen(requests, encoding="utf-8") as lines:
        for line in lines:
            request = json.loads(line)
            reply = {"id": request["id"]}
            try:
                if request["do"] == "prepare":
                    names = prepare(request)
                    reply["value"] = None
                else:
                    reply["value"] = answer(request, names, exchange)
                text = dumps(reply)
            except BaseException as error:
                text = dumps({"id": request["id"], "error": reason(error), "kind": type(error).__name__[:80]})
            data = text.encode() + b"\n"
            while data:
                data = data[write(replies, data) :]


if __name__ == "__main__":
    os.dup2(1, 2)  # where output goes: nowhere
    spec = importlib.util.spec_from_file_location("exchange", sys.argv[3])
    assert spec is not None
    assert spec.loader is not None
    exchange_module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(exchange_module)
    serve(int(sys.argv[1]), int(sys.argv[2]), exchange_module)
