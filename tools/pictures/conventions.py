"""Draw the two figures of docs/conventions.md: the sign of a product of inertia, and the reaction of a fixed joint.

python tools/pictures/conventions.py
"""

from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
STYLE = (
    "<style>text{font:15px sans-serif;fill:#14202b}.small{font-size:13px;fill:#3c4650}.axis{stroke:#7a8794;fill:none}"
    ".body{fill:#dfe8f1;stroke:#4a6a8a;stroke-width:1.5}.force{stroke:#b3261e;stroke-width:3;fill:none}"
    ".mass{fill:#4a6a8a}.line{stroke:#7a8794;stroke-dasharray:5 4}.weight{stroke:#3c4650;stroke-width:2;fill:none}"
    "</style>"
)
ARROWS = "".join(
    f'<marker id="{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="{size}" markerHeight="{size}" '
    f'orient="auto-start-reverse"><path d="M0 1 10 5 0 9z" fill="{colour}"/></marker>'
    for name, colour, size in (("grey", "#7a8794", 8), ("red", "#b3261e", 5), ("dark", "#3c4650", 6))
)


def picture(width, height, title, *shapes):
    """An SVG file of shapes on white, since pages may be dark."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{title}">\n{STYLE}\n<defs>{ARROWS}</defs>\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="#fff"/>\n' + "\n".join(shapes) + "\n</svg>\n"
    )


def arrow(x1, y1, x2, y2, kind="axis", head="grey"):
    """A straight arrow."""
    return f'<path class="{kind}" d="M{x1} {y1}L{x2} {y2}" marker-end="url(#{head})"/>'


def text(x, y, words, kind="", anchor="start"):
    """One line of text."""
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def inertia():
    """Two masses in the first and third quadrants."""
    return picture(
        620,
        260,
        "Two masses in the first and third quadrants: Ixy of the tensor is negative",
        '<path class="line" d="M70 190 330 70"/>',
        '<path class="body" d="M100 168 300 76 308 94 108 186z"/>',
        arrow(60, 130, 360, 130),
        arrow(200, 235, 200, 25),
        text(366, 135, "x"),
        text(206, 28, "y"),
        '<circle class="mass" cx="290" cy="88" r="13"/>',
        '<circle class="mass" cx="110" cy="172" r="13"/>',
        text(310, 100, "m"),
        text(80, 162, "m"),
        '<circle cx="200" cy="130" r="4" fill="#14202b"/>',
        text(208, 148, "mass centre", "small"),
        text(400, 80, "x y &gt; 0 for both masses"),
        text(400, 108, "∫ x y dm &gt; 0"),
        text(400, 144, "Ixy = −∫ x y dm &lt; 0"),
        text(400, 172, "the entry of the tensor,", "small"),
        text(400, 190, "as lw.Body takes it", "small"),
    )


def reactions():
    """A beam that a wall holds."""
    hatch = "".join(f"M60 {y}l-18 14" for y in range(52, 200, 16))
    return picture(
        620,
        270,
        "The reaction of Fixed(ground, beam.root) on the beam: force up at the root, moment about minus y",
        f'<path d="M60 40V210{hatch}" stroke="#3c4650" stroke-width="2" fill="none"/>',
        '<rect class="body" x="60" y="112" width="340" height="26" rx="3"/>',
        arrow(60, 125, 480, 125),
        arrow(60, 125, 60, 22),
        text(486, 130, "x"),
        text(68, 26, "z"),
        '<circle cx="392" cy="188" r="7" fill="none" stroke="#7a8794"/>',
        '<path class="axis" d="M387 183l10 10m0-10l-10 10"/>',
        text(405, 193, "y, away from the reader", "small"),
        '<path class="force" d="M60 125V62" marker-end="url(#red)"/>',
        text(72, 74, "force z = +m g"),
        '<path class="force" d="M92 158A46 46 0 0 0 98 99" marker-end="url(#red)"/>',
        text(112, 164, "moment tilt_y = −m g c"),
        '<circle cx="60" cy="125" r="5" fill="#14202b"/>',
        '<circle cx="320" cy="125" r="5" fill="#14202b"/>',
        arrow(320, 125, 320, 212, "weight", "dark"),
        text(330, 208, "m g"),
        '<path class="axis" d="M60 236V222M320 236V222M60 229H320"/>',
        text(190, 250, "c", anchor="middle"),
        text(360, 50, "second part: the beam", "small"),
        text(360, 68, "second frame: at its root", "small"),
        text(360, 86, 'lw.Fixed("ground", "beam.root")', "small"),
    )


def main():
    """Write both."""
    for name, drawing in (("inertia", inertia()), ("reactions", reactions())):
        target = DOCS / f"conventions_{name}.svg"
        target.write_text(drawing, encoding="utf-8")
        print("wrote " + str(target.relative_to(DOCS.parent)))


if __name__ == "__main__":
    main()
