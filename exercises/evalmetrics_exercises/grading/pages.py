"""The frame of every page that is written: one file that loads nothing from anywhere."""

from html import escape

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'{scripts}">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 sans-serif; margin: 2rem auto; padding: 0 1rem; color: #222; }}
section {{ border-top: 1px solid #ccc; padding: 0.5rem 0; }}
table {{ border-collapse: collapse; }}
td {{ border: 1px solid #ccc; padding: 0.2rem 0.6rem; vertical-align: top; }}
section, article, pre, td {{ overflow: hidden; }}
{style}</style>
</head>
<body{about}>
{body}
</body>
</html>
"""


def page(title: str, body: str, style: str = "", *, about: str = "", script: str = "") -> str:
    """A page of that title; `script` is the digest of the only script that may run in it, "" for none."""
    scripts = f"; script-src '{script}'" if script else ""
    return PAGE.format(title=escape(title), body=body, style=style, about=about, scripts=scripts)
