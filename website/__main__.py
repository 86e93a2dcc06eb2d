"""Build the book for the web into build/book: `make book`."""

import shutil
import sys

from sphinx.cmd.build import main

from . import ADDRESS, BUILT, LITE, PRINTED, SOURCES, search, sources

shutil.rmtree(SOURCES, ignore_errors=True)
shutil.rmtree(BUILT, ignore_errors=True)
sources.write(SOURCES)
options = ["-W", "--keep-going", "--quiet", "--fresh-env", "--jobs=auto", "--conf-dir=website"]
failed = main([*options, f"--doctree-dir={SOURCES.parent / 'read'}", str(SOURCES), str(BUILT)])
(BUILT / "searched.js").write_text(search.index(BUILT), encoding="utf-8")
if ADDRESS:
    (BUILT / "sitemap.xml").write_text(sources.sitemap(BUILT, ADDRESS), encoding="utf-8")
if PRINTED.exists():
    shutil.copytree(PRINTED, BUILT / "pdf")
if LITE.exists():
    shutil.copytree(LITE, BUILT / "lite")
sys.exit(failed)
