"""Pictures of your own data; they need Matplotlib."""

try:
    import matplotlib as _  # noqa: F401
except ModuleNotFoundError as missing:
    said = "a picture needs Matplotlib: pip install 'evalmetrics[plots]'"
    raise ModuleNotFoundError(said, name="matplotlib") from missing
