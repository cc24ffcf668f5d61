"""Printed against modelled steps as SVG: all rows on logarithmic axes, and the ratio of each."""
import math
from xml.sax.saxutils import escape

COLOURS = {2: "#1f77b4", 3: "#2ca02c", 4: "#d62728", 5: "#9467bd", 6: "#ff7f0e", 7: "#8c564b", 8: "#e377c2"}
SIDE, TOP, LEFT, LINE = 420, 40, 60, 15  # of the square, and of a row of the right half
RATIO_LEFT, RATIO_WIDTH = LEFT + SIDE + 190, 300
RATIOS = (0.5, 2.0)


def svg(tables):
    rows = [(table["table"], row) for table in tables for row in table["rows"]]
    height = TOP + max(SIDE, LINE * (len(rows) + 1)) + 60
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{RATIO_LEFT + RATIO_WIDTH + 30}" height="{height}" '
           'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>']
    out += square(rows, [table["table"] for table in tables])
    out += ratios(rows)
    return "\n".join(out + ["</svg>"]) + "\n"


def square(rows, numbers):
    seconds = [row["step_s"] for _, row in rows] + [row["modelled"]["annotated"]["step_s"] for _, row in rows]
    low, high = min(seconds) / 1.3, max(seconds) * 1.3

    def place(value):
        return SIDE * math.log(value / low) / math.log(high / low)

    out = [text(LEFT, TOP - 18, "modelled step (annotated) against the printed one, seconds", "start"),
           f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>',
           f'<clipPath id="square"><rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}"/></clipPath>']
    for factor, dashes in ((1.0, ""), (1.2, "4 3"), (1 / 1.2, "4 3")):
        shift = SIDE * math.log(factor) / math.log(high / low)
        out.append(f'<line x1="{LEFT}" y1="{TOP + SIDE - shift:.1f}" x2="{LEFT + SIDE}" y2="{TOP - shift:.1f}" '
                   f'stroke="#aaa" stroke-dasharray="{dashes}" clip-path="url(#square)"/>')
    for value in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50):
        if low < value < high:
            at = place(value)
            out += [text(LEFT + at, TOP + SIDE + 14, f"{value:g}", "middle"),
                    text(LEFT - 6, TOP + SIDE - at + 4, f"{value:g}", "end")]
    for number, row in rows:
        out.append(dot(LEFT + place(row["step_s"]), TOP + SIDE - place(row["modelled"]["annotated"]["step_s"]), number,
                       f"{row['name']}: printed {row['step_s']:.2f} s, "
                       f"modelled {row['modelled']['annotated']['step_s']:.2f} s"))
    out.append(text(LEFT + SIDE / 2, TOP + SIDE + 32, "printed; dashed: 20% more and less", "middle"))
    for i, number in enumerate(numbers):
        out += [dot(LEFT + 14, TOP + 16 + 16 * i, number, ""), text(LEFT + 24, TOP + 20 + 16 * i, f"Table {number}")]
    return out


def ratios(rows):
    low, high = (math.log(bound) for bound in RATIOS)

    def place(value):
        bounded = min(max(math.log(value), low), high)
        return RATIO_LEFT + RATIO_WIDTH * (bounded - low) / (high - low)

    bottom = TOP + LINE * len(rows) + 6
    out = [text(RATIO_LEFT, TOP - 18, "modelled / printed; ring: chosen and overlapped"),
           box(place(1 / 1.2), TOP, place(1.2) - place(1 / 1.2), bottom - TOP, "#f2f2f2"),
           box(place(1 / 1.1), TOP, place(1.1) - place(1 / 1.1), bottom - TOP, "#e2e2e2")]
    for value in (0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.5, 2):
        out.append(text(place(value), bottom + 14, f"{value:g}", "middle"))
    for i, (number, row) in enumerate(rows):
        y = TOP + LINE * (i + 0.8)
        annotated, overlapped = (row["modelled"][way]["step_s"] / row["step_s"] for way in ("annotated", "overlapped"))
        out += [text(RATIO_LEFT - 8, y + 4, row["name"], "end"),
                f'<line x1="{place(annotated):.1f}" y1="{y:.1f}" x2="{place(overlapped):.1f}" y2="{y:.1f}" '
                'stroke="#bbb"/>',
                dot(place(annotated), y, number, f"{row['name']}: {annotated:.2f} as annotated"),
                dot(place(overlapped), y, number, f"{row['name']}: {overlapped:.2f} chosen and overlapped", ring=True)]
    return out


def text(x, y, words, anchor="start"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def box(x, y, width, height, fill):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}"/>'


def dot(x, y, number, title, ring=False):
    colour = COLOURS.get(number, "black")
    fill = f'fill="white" stroke="{colour}"' if ring else f'fill="{colour}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3 if ring else 4}" {fill}><title>{escape(title)}</title></circle>'
