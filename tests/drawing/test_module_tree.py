import re
from xml.etree import ElementTree as ET

import pytest

from linkwright.drawing.trees.modules import ModuleBox, as_text, render

SVG = "{http://www.w3.org/2000/svg}"


def leg(name):
    bodies = (ModuleBox("upper", "planar body", ("phi",)), ModuleBox("bar", "planar body", ("x", "y", "psi")))
    motor = ModuleBox("motor", "DC motor", ("omega", "i"), ("omega = eta phi'",))
    return ModuleBox(name, "leg", (), ("elbow, x", "elbow, y"), (*bodies, motor))


THREE_RRR = ModuleBox(
    "three_rrr",
    "machine",
    (),
    tuple(f"corner {name}, {axis}" for name in "ABC" for axis in "xy"),
    (ModuleBox("platform", "planar body", ("x", "y", "theta")), leg("A"), leg("B"), leg("C")),
)
WIDE = ModuleBox(
    "wide",
    "machine",
    (),
    (),
    tuple(ModuleBox(f"m{k}", "part", ("q",) * (k % 5), (), (leg("L"),) * (k % 3)) for k in range(60)),
)


def chain(depth):
    box = ModuleBox("leaf", "body", ("q",))
    for level in range(depth):
        box = ModuleBox(f"level{level}", "module", (), (f"constraint {level}",), (box, ModuleBox("other", "body")))
    return box


def count(box):
    return 1 + sum(count(child) for child in box.children)


def outlines(svg):
    return [
        tuple(float(rect.get(key)) for key in ("x", "y", "width", "height"))
        for rect in ET.fromstring(svg).iter(f"{SVG}rect")  # noqa: S314 - our own text
        if rect.get("class") == "box"
    ]


@pytest.mark.parametrize(
    "tree", [THREE_RRR, WIDE, chain(25), ModuleBox("one", "body")], ids=["3RRR", "wide", "deep", "one"]
)
def test_boxes_do_not_overlap_and_lie_on_the_page(tree):
    svg = render(tree, title="A title")
    root = ET.fromstring(svg)  # noqa: S314 - our own text
    boxes = outlines(svg)
    assert len(boxes) == count(tree)
    for index, (x, y, w, h) in enumerate(boxes):
        assert x >= 0
        assert x + w <= float(root.get("width"))
        assert y + h <= float(root.get("height"))
        for a, b, c, d in boxes[index + 1 :]:
            assert x + w <= a or a + c <= x or y + h <= b or b + d <= y


def test_the_3rrr_stands_level_by_level():
    tops = {round(y) for _, y, _, _ in outlines(render(THREE_RRR))}
    assert len(tops) == 3


def test_a_wide_tree_is_wrapped():
    width = float(ET.fromstring(render(WIDE, page=900.0)).get("width"))  # noqa: S314 - our own text
    assert width < 1100


def test_every_variable_and_constraint_is_shown():
    svg = "".join(ET.fromstring(render(THREE_RRR)).itertext())  # noqa: S314 - our own text
    for words in (
        "x, y, theta",
        "omega, i",
        "omega = eta phi'",
        "corner C, y",
        "6 constraints",
        "3 variables",
        "1 constraint",
    ):
        assert words in svg


def test_long_lists_are_counted():
    box = ModuleBox("big", "module", tuple(f"variable_{k}" for k in range(900)))
    svg = "".join(ET.fromstring(render(box)).itertext())  # noqa: S314 - our own text
    assert "900 variables" in svg
    assert re.search(r"… \d+ more lines", svg)


@pytest.mark.parametrize(
    "hostile", ["</svg><script>alert(1)</script>", '"quoted" & <b>', "bell\x07 nul\x00 \ud800", "a\nb"]
)
def test_hostile_texts_are_escaped(hostile):
    tree = ModuleBox(hostile, hostile, (hostile,), (hostile,), (ModuleBox(hostile, hostile),))
    root = ET.fromstring(render(tree, title=hostile))  # noqa: S314 - our own text
    assert not list(root.iter(f"{SVG}script"))
    plain = as_text(tree)
    assert "\x07" not in plain
    assert plain.count("\n") == len(plain.splitlines())


def test_the_text_has_one_branch_for_each_child_and_keeps_to_its_width():
    plain = as_text(THREE_RRR, width=72)
    assert plain.startswith("three_rrr  (machine)\n")
    assert "├── platform  (planar body)" in plain
    assert "└── C  (leg)" in plain
    assert "    └── motor  (DC motor)" in plain
    assert plain.count("── ") == count(THREE_RRR) - 1
    assert max(map(len, plain.splitlines())) <= 72
