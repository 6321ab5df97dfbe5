"""The table for people."""

from .figures import Figure
from .parts import Plan

HEADING = ("figure", "waypost", "bar", "", "others (waypost's share)")


def text(facts: dict[str, str], plan: Plan, figures: list[Figure]) -> str:
    """Machine, table, and a line of explanation for each figure that has one."""
    rows = [HEADING, *(_row(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADING) - 1)]
    lines = [f"{name:10} {value}" for name, value in facts.items()]
    runs = f"median of {plan.runs} runs, all sides in turn" if plan.runs > 1 else "one run"
    lines += ["", f"{runs}{', quick: not for comparing' if plan.quick else ''}", ""]
    for number, row in enumerate(rows):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines.append("  ".join([*cells, row[-1]]).rstrip())
        if number == 0:
            lines.append("  ".join("-" * width for width in widths))
        elif figures[number - 1].note:
            lines.append(f"      {figures[number - 1].note}")
    missed = sum(figure.passes is False for figure in figures)
    held = sum(figure.passes is True for figure in figures)
    return "\n".join([*lines, "", f"{held} bars kept, {missed} missed"])


def _row(figure: Figure) -> tuple[str, ...]:
    bar = "" if figure.bar is None else f"<= {number(figure.bar)} ({figure.source})"
    verdict = {True: "ok", False: "MISSED", None: ""}[figure.passes]
    ratios = figure.ratios
    others = ", ".join(f"{name} {number(value)} ({ratios.get(name, 0):.2f})" for name, value in figure.others.items())
    return f"{figure.part}: {figure.name}", f"{number(figure.value)} {figure.unit}", bar, verdict, others


def number(value: float) -> str:
    """Three digits that matter."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
