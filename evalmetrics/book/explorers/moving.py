"""What every explorer is: sliders, the numbers that follow from them, and the picture."""

from collections.abc import Callable, Mapping
from typing import Any

from ._picture import as_png


def explorer(sliders: Mapping[str, Any], numbers: Callable[..., str], picture: Callable[..., Any]) -> Any:
    """A box whose numbers and picture follow its sliders.

    Parameters
    ----------
    sliders : mapping from name to widget
        Their values are given to both functions by name.
    numbers, picture : functions of the values
        A line of text, and the Axes of a new figure (or a list of them).

    Returns
    -------
    ipywidgets.VBox
        Sliders first, then the numbers, then the picture.
    """
    import ipywidgets as widgets  # type: ignore[import-untyped]

    text, image = widgets.HTML(), widgets.Image(format="png", layout=widgets.Layout(max_width="960px"))

    def update(_: Any = None) -> None:
        values = {name: slider.value for name, slider in sliders.items()}
        text.value = numbers(**values)
        drawn = picture(**values)
        image.value = as_png(drawn[0] if isinstance(drawn, list | tuple) else drawn)

    class Explorer(widgets.VBox):  # type: ignore[misc]
        def __repr__(self) -> str:
            """What stands in its place where nothing can move, as on a printed page."""
            return f"[{', '.join(sliders)}: to be moved in JupyterLab; the next cell shows it standing still]"

    for slider in sliders.values():
        slider.observe(update, "value")
    update()
    return Explorer([*sliders.values(), text, image])


def slider(name: str, value: float, *, least: float, most: float, step: float = 0.01, log: bool = False) -> Any:
    """A slider that says its name, and moves what follows it when it is let go."""
    import ipywidgets as widgets

    options: dict[str, Any] = {"description": name, "continuous_update": False, "readout_format": ".3g"}
    options |= {"style": {"description_width": "initial"}, "layout": widgets.Layout(width="70%")}
    if log:
        from math import log10

        return widgets.FloatLogSlider(value, base=10, min=log10(least), max=log10(most), step=step, **options)
    return widgets.FloatSlider(value, min=least, max=most, step=step, **options)
