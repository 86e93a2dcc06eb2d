"""What runs inside the sandbox: a student's cells, and then whatever the judge asks of them.

Requests arrive as lines of JSON on one file descriptor, replies leave as lines of JSON on another. Nothing here is
trusted by the judge: a student's code shares this process and may do with it as it likes.
"""

import __future__

import ast
import ctypes
import importlib.util
import json
import os
import resource
import struct
import sys
import types
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

LONGEST_REASON = 300
TYPES_UNREAD = __future__.annotations.compiler_flag  # they may come from what is kept out
PR_SET_DUMPABLE, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 4, 22, 2


def module_at(path: Path) -> Any:
    """A module by its file: in the sandbox these few lie by themselves, in no package, and cells cannot import them."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if TYPE_CHECKING:
    from . import magics, stand_ins
else:
    magics, stand_ins = (module_at(Path(__file__).with_name(f"{name}.py")) for name in ("magics", "stand_ins"))


class Notebook:
    """The names that cells define, and the statements that may work once all cells have run."""

    def __init__(self, request: dict[str, Any]) -> None:
        for limit, value in request["limits"].items():
            limit_to(getattr(resource, limit), value)
        if request["filter"]:
            ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # a crash starts no program outside
            load(bytes.fromhex(request["filter"]))
        sys.path += request["paths"]
        sys.meta_path.insert(0, stand_ins.AbsentModules(frozenset(request["kept_out"])))
        sys.modules["evalmetrics_exercises"] = stand_ins.exercises_module(request["variants"])
        sys.modules["__main__"] = main = types.ModuleType("__main__")
        self.names = main.__dict__
        quiet = stand_ins.Quiet("quiet")
        self.names.update(display=quiet, get_ipython=quiet, help=quiet, In=[], Out={})
        self._failed: dict[int, list[tuple[ast.stmt, BaseException]]] = {}

    def run(self, cell: int, source: str) -> None:
        """Run a cell, statement by statement; what went wrong is raised once all of them have had their turn.

        So a plot that cannot be drawn here does not keep the function below it from being defined.
        """
        self._failed[cell] = self._tried(ast.parse(magics.as_python(source)).body)
        self._raise(cell)

    def run_again(self, cell: int) -> None:
        """Run the statements that missed a name once more; what they define gives way to what was defined since."""
        since = {name: value for name, value in self.names.items() if value is not None}
        missed = [step for step, error in self._failed[cell] if isinstance(error, NameError)]
        others = [(step, error) for step, error in self._failed[cell] if not isinstance(error, NameError)]
        self._failed[cell] = others + self._tried(missed)
        self.names.update(since)
        self._raise(cell)

    def _tried(self, steps: list[ast.stmt]) -> list[tuple[ast.stmt, BaseException]]:
        """Run statements; those that failed."""
        stand_ins.KeptOutError.asked_for = ""
        failed = []
        for step in steps:
            try:
                code = compile(ast.Module([step], []), "<cell>", "exec", TYPES_UNREAD, dont_inherit=True)
                exec(code, self.names)
            except BaseException as error:
                failed.append((step, error.with_traceback(None)))
        return failed

    def _raise(self, cell: int) -> None:
        errors = [error for _, error in self._failed[cell]]
        if errors:
            raise errors[0] if len(errors) == 1 else BaseExceptionGroup("several statements failed", errors)
        stand_ins.KeptOutError.raise_if_noted()

    def value(self, name: str) -> Any:
        """What the notebook calls by that name."""
        if name not in self.names:
            raise LookupError(f"nothing in the notebook is called {name}")
        return self.names[name]


def limit_to(limit: int, value: int) -> None:
    """Lower one of this process's limits for good; where the machine's own is lower, that one holds."""
    _, most = resource.getrlimit(limit)
    least = value if most == resource.RLIM_INFINITY else min(value, most)
    resource.setrlimit(limit, (least, least))


def load(rules: bytes) -> None:
    """Have the kernel refuse what a filter refuses, from now on and for good."""
    steps = ctypes.create_string_buffer(rules, len(rules))
    described = struct.pack("HP", len(rules) // 8, ctypes.addressof(steps))
    unused = ctypes.c_ulong(0)
    if ctypes.CDLL(None).prctl(PR_SET_SECCOMP, ctypes.c_ulong(SECCOMP_MODE_FILTER), described, unused, unused):
        raise OSError("the kernel takes no second filter")


def answer(request: dict[str, Any], notebook: Notebook, exchange: Any) -> Any:
    """Do what one request asks."""
    if request["do"] == "run":
        return notebook.run(request["cell"], request["source"])
    if request["do"] == "run again":
        return notebook.run_again(request["cell"])
    value = notebook.value(request["name"])
    if request["do"] == "call":
        with warnings.catch_warnings():  # nor does `check` mind them, whatever filter a cell has set
            warnings.simplefilter("ignore")
            value = value(**exchange.arguments_out(request["arguments"]))
    try:
        return exchange.plain(value)
    except TypeError as error:
        raise TypeError(f"what came back cannot be read: {error}") from None


def reason(error: BaseException) -> str:
    """An exception in one line."""
    if isinstance(error, BaseExceptionGroup):
        return "; then ".join(map(reason, error.exceptions))[:LONGEST_REASON]
    try:
        text = " ".join(str(error).split())
    except BaseException:
        text = "(an exception that cannot be printed)"
    return f"{type(error).__name__}: {text}"[:LONGEST_REASON] if text else type(error).__name__


def serve(requests: int, replies: int, exchange: Any) -> None:
    """Answer line by line until nobody asks any more."""
    notebook: Notebook
    write, dumps = os.write, json.dumps
    with os.fdopen(requests, encoding="utf-8") as lines:
        for line in lines:
            request = json.loads(line)
            reply = {"id": request["id"]}
            try:
                if request["do"] == "prepare":
                    notebook = Notebook(request)
                    reply["value"] = None
                else:
                    reply["value"] = answer(request, notebook, exchange)
                text = dumps(reply)
            except BaseException as error:
                text = dumps({"id": request["id"], "error": reason(error)})
            data = text.encode() + b"\n"
            while data:
                data = data[write(replies, data) :]


if __name__ == "__main__":
    os.dup2(1, 2)  # where output goes: nowhere
    serve(int(sys.argv[1]), int(sys.argv[2]), module_at(Path(sys.argv[3])))
