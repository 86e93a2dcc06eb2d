"""Files of a course: written whole or not at all, and by one grading at a time."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class BusyError(Exception):
    """Another grading of the same course is running."""


def write_text(path: Path, text: str, errors: str = "replace") -> None:
    """Put a text in the place of a file. Characters that no file can hold, halves of surrogate pairs, are replaced."""
    write_bytes(path, text.encode("utf-8", errors))


def write_bytes(path: Path, data: bytes) -> None:
    """Put bytes in the place of a file, whole: who looks, or runs out of space, finds the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    try:
        new.write_bytes(data)
        os.replace(new, path)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def keep_private(folder: Path) -> None:
    """Close a folder to everybody but its owner and group: grades are nobody else's business."""
    mode = folder.stat().st_mode
    if mode & 0o007:
        folder.chmod(mode & 0o7770)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other gradings away from a course's folder; `BusyError` if one is there already."""
    with (folder / ".grading").open("w") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends with this process, though its workers live on
        except (BlockingIOError, PermissionError):
            raise BusyError(f"another grading of {folder} is running: wait until it is done") from None
        yield
