"""Looks now and then, also while the judge computes, at what a sandbox takes of the kernel's memory alone."""

import re
import threading
from collections.abc import Callable
from os import statvfs
from pathlib import Path
from typing import Self

POLL = 0.2  # seconds between two looks


class Watcher:
    """Ends a sandbox that takes too much, and one that it cannot see any more; nobody goes on unwatched.

    `pid` is the process that bubblewrap started first, `end` ends the sandbox, `files` and `tables` are the most of
    each: files in its /tmp, bytes of the tables by which the kernel finds its memory. `excess` says what it ended for.

    Raises
    ------
    OSError
        This system does not say which process to watch.
    """

    def __init__(self, pid: int, end: Callable[[], None], *, files: int, tables: int) -> None:
        self._scratch, self._inside = f"/proc/{pid}/root/tmp", only_child(pid)
        self._files, self._tables, self._end = files, tables, end
        self._over, self._thread = threading.Event(), threading.Thread(target=self._watch, daemon=True)
        self.excess = ""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        try:
            while not self.excess and not self._over.wait(POLL):
                self.excess = self._too_much()
        except (FileNotFoundError, ProcessLookupError):
            pass  # it has ended
        except OSError as error:
            self.excess = f"it can no longer be watched: {error}"
        finally:
            self._end()

    def _too_much(self) -> str:
        scratch = statvfs(self._scratch)
        if scratch.f_files - scratch.f_ffree > self._files:
            return f"it made more than {self._files:,} files"
        if tables_of(self._inside) > self._tables:
            return "it scattered its memory too widely"
        return ""


def only_child(pid: int) -> int:
    """The process that another has started: the runner is bubblewrap's only one, and starts none itself."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    if len(children) != 1:
        raise ProcessLookupError(f"process {pid} has started {len(children)} others, not one")
    return int(children[0])


def tables_of(pid: int) -> int:
    """Bytes of the tables by which the kernel finds the memory of a process."""
    found = re.search(rb"^VmPTE:\s*(\d+) kB$", Path(f"/proc/{pid}/status").read_bytes(), re.MULTILINE)
    return 1024 * int(found[1]) if found else 0
