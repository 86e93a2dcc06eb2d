"""Files that are not what they should be: each is refused with a reason, and none stops the others."""

import json
import os

SOME = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def text(content):
    return lambda path, course: path.write_bytes(content.encode() if isinstance(content, str) else content)


def notebook(**changes):
    return text(json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5} | changes))


def of_kernel(name, language):
    return notebook(metadata={"kernelspec": {"name": name, "language": language, "display_name": name}})


def link_to_source(path, course):
    path.symlink_to(course.path("source", path.stem))


def link_to_classmate(path, course):
    path.symlink_to(course.path("submitted", path.stem, "solved"))


def folder_link(path, course):
    path.parent.rmdir()
    path.parent.symlink_to(course.path("submitted", path.stem, "solved").parent)


# A notebook without cells is graded, and earns nothing, whatever else is odd about it.
EMPTY = {
    "a kernel of one's own": notebook(metadata={"kernelspec": {"name": ".venv"}}),
    "a byte order mark": lambda path, course: path.write_bytes(b"\xef\xbb\xbf" + SOME.encode()),
}
FILES = {
    "not JSON": text("{"),
    "empty file": text(""),
    "binary": text(bytes(range(256)) * 10),
    "deep JSON": text("[" * 100_000),
    "a list": text("[]"),
    "no cells": text("{}"),
    "cells of another kind": notebook(cells={"a": 1}),
    "format 3": text(json.dumps({"worksheets": [{"cells": []}], "nbformat": 3})),
    "too many cells": notebook(cells=[{"cell_type": "code", "source": ""}] * 3000),
    "another kernel": of_kernel("ir", "R"),
    "a shell": of_kernel("bash", "bash"),
    "too large": text('{"cells": [], "x": "' + "x" * 11_000_000 + '"}'),
    "a pipe": lambda path, course: os.mkfifo(path),
    "a folder": lambda path, course: path.mkdir(),
    "a device": lambda path, course: path.symlink_to("/dev/zero"),
    "a link to the source": link_to_source,
    "a link to a classmate": link_to_classmate,
    "a folder that is a link": folder_link,
    "nothing": lambda path, course: None,
    "another name": lambda path, course: path.with_name("mine.ipynb").write_text(SOME),
    "<img src=x onerror=alert(1)>": text(SOME),
    "=cmd()": text(SOME),
    "bytes that are no text \udcff\udcfe": text(SOME),
}
