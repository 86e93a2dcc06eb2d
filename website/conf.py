"""What Sphinx has to know; `python -m website` passes it the sources that it wrote."""

from pathlib import Path

from sphinx.application import Sphinx

import evalmetrics
from website import ADDRESS, IN_NO_BROWSER, LITE, REPOSITORY, ROOT, launch, printed, report
from website.addresses import folded, give_addresses
from website.feed import changed
from website.notebooks import described

HERE = Path(__file__).parent

project = "evalmetrics"
author = copyright = "The evalmetrics authors"
release = version = evalmetrics.__version__
html_title = project
html_baseurl = ADDRESS

extensions = ["myst_nb"]
nb_execution_mode = "off"  # the outputs are stored, and the tests hold them to be what cells print
nb_render_markdown_format = "myst"
nb_code_prompt_show, nb_code_prompt_hide = "Show the code", "Hide the code"
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "html_image"]
myst_heading_anchors, myst_heading_slug_func = 4, "website.notebooks.slug"
myst_dmath_double_inline = True
suppress_warnings = ["config.cache"]
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_theme_options = {"top_of_page_buttons": []}
html_static_path = [str(HERE / "static"), str(HERE.parent / "build" / "website" / "katex")]
html_extra_path = [str(HERE.parent / "build" / "website" / "as_they_are")]
html_css_files = ["book.css"]
html_js_files = [(name, {"defer": "defer"}) for name in ("book.js", "moving.js", "search.js")]
html_additional_pages = {"search": "search.html"}
html_favicon = str(HERE / "static" / "favicon.svg")
templates_path = [str(HERE / "templates")]
html_context = {
    "cited": "evalmetrics: evaluation metrics to learn from",
    "author": author,
    "address": ADDRESS,
    "changed": changed(ROOT),
    "described": described,
    "folded": folded,
    "in_no_browser": IN_NO_BROWSER,
    "launch": launch,
    "lite": LITE.exists(),
    "printed": printed,
    "report": report,
    "repository": REPOSITORY,
}
html_copy_source = html_show_sphinx = False
mathjax_path, mathjax_options = "formulas.js", {"defer": "defer"}  # on pages with formulas: KaTeX, from our own host


def setup(app: Sphinx) -> None:
    """Headings have addresses of their own before the theme lists them, at 500; the index for searching is ours."""
    app.connect("doctree-read", give_addresses, priority=100)
    app.connect("builder-inited", lambda app: setattr(app.builder, "search", False))
