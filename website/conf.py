"""What Sphinx has to know; `python -m website` passes it the sources that it wrote."""

from pathlib import Path

import evalmetrics
from website import IN_NO_BROWSER, LITE, REPOSITORY, launch

HERE = Path(__file__).parent

project = "evalmetrics"
author = copyright = "The evalmetrics authors"
release = version = evalmetrics.__version__
html_title = project

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
html_css_files, html_js_files = ["book.css"], [("book.js", {"defer": "defer"})]
html_favicon, html_search_scorer = str(HERE / "static" / "favicon.svg"), str(HERE / "static" / "scorer.js")
templates_path = [str(HERE / "templates")]
html_context = {"cited": "evalmetrics: evaluation metrics to learn from", "author": author}
html_context |= {"launch": launch, "repository": REPOSITORY, "lite": LITE.exists(), "in_no_browser": IN_NO_BROWSER}
html_copy_source = html_show_sphinx = False
mathjax_path, mathjax_options = "formulas.js", {"defer": "defer"}  # on pages with formulas: KaTeX, from our own host
