"""The same as a picture: each figure as a share of its bar."""

from xml.sax.saxutils import escape

from .figures import Figure
from .table import number

LEFT, SCALE, ROW, TOP = 470, 300, 24, 60
MOST = 1.6
GOOD, BAD, GREY = "#2b7a4b", "#b3362b", "#555"


def svg(facts: dict[str, str], figures: list[Figure]) -> str:
    """One line a figure that has a bar: what is left of the black line keeps it; a tick is somebody else's value."""
    shown = [figure for figure in figures if figure.bar]
    width, height = LEFT + int(SCALE * MOST) + 90, TOP + ROW * len(shown) + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif"'
        ' font-size="12"><rect width="100%" height="100%" fill="#fff"/>',
        _text(12, 22, "waypost, as a share of each bar: shorter is better", size=15),
        _text(12, 42, f"{facts['processor']}; {facts['system']}; load {facts['load']}", fill=GREY),
    ]
    for index, figure in enumerate(shown):
        parts += _bar(figure, TOP + ROW * index)
    end = TOP + ROW * len(shown) + 4
    parts.append(f'<path d="M{LEFT + SCALE} {TOP - 6}V{end}" stroke="#000"/>')
    parts.append(_text(LEFT + SCALE, end + 16, "the bar", anchor="middle"))
    parts.append(_text(LEFT, end + 32, "grey ticks: the others, where they lie in the picture", fill=GREY))
    return "\n".join([*parts, "</svg>", ""])


def _bar(figure: Figure, y: int) -> list[str]:
    share = figure.value / figure.bar
    colour = GOOD if figure.passes else BAD
    parts = [
        _text(LEFT - 10, y + 13, f"{figure.part}: {figure.name}", anchor="end"),
        f'<rect x="{LEFT}" y="{y + 3}" width="{SCALE * min(share, MOST):.1f}" height="14" fill="{colour}"/>',
        _text(LEFT + 6, y + 14, f"{number(figure.value)} {figure.unit}", fill="#fff")
        if share > 0.4
        else _text(LEFT + SCALE * share + 6, y + 14, f"{number(figure.value)} {figure.unit}"),
    ]
    for name, other in figure.others.items():
        if other / figure.bar <= MOST:
            x = LEFT + SCALE * other / figure.bar
            parts.append(
                f'<path d="M{x:.1f} {y}V{y + 20}" stroke="{GREY}" stroke-width="2"><title>{escape(name)}</title></path>'
            )
    return parts


def _text(x: float, y: float, text: str, size: int = 12, fill: str = "#000", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
