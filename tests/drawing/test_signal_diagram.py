"""Signal diagrams: everything that is wired is drawn, wires never run on each other nor through blocks."""

import itertools
import random
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

import linkwright as lw
from linkwright.drawing.signals import SignalBlock, SignalDiagram, Source, signal_diagram, signal_text, signals_of
from linkwright.drawing.signals.layout import Level

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def dynamics():
    machine = lw.Mechanism(
        "drive",
        parts={"motor": lw.DCMotor(J=2e-5, L=0.082e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)},
        connections={},
    )
    return lw.compile(lw.formalisms.modular(machine))


@pytest.fixture(scope="module")
def closed_loop(dynamics):
    axis = lw.control.cascade(
        {
            "speed": lw.control.PI(0.07, 2.9).every(1e-3, phase=2e-4),
            "current": lw.control.PI(1.2, 2500.0).every(1e-4, delay=5e-5),
        }
    )
    wires = {
        "axis.speed.measurement": "motor.omega",
        "axis.current.measurement": "motor.i",
        "motor.v": "axis.command",
    }
    return lw.ClosedLoop(dynamics, lw.control.Diagram({"axis": axis}, wires))


def segments(level):
    """Pieces of all wires on the page, with their sources; and rectangles of blocks and modules."""
    wires, blocks = [], []
    for box, (x, y) in level.box.walk():
        if box.block is not None:
            blocks.append((x, y, x + box.size[0], y + box.size[1]))
        for source, points in box.wires:
            placed = [(x + px, y + py) for px, py in points]
            wires += [(source, a, b) for a, b in itertools.pairwise(placed)]
    return wires, blocks


def on_each_other(wires):
    """Pieces of two different signals that share more than a point."""
    found = []
    for (one, a, b), (other, c, d) in itertools.combinations(wires, 2):
        if one == other:
            continue
        for k in (0, 1):
            if a[k] == b[k] and c[k] == d[k] and abs(a[k] - c[k]) < 0.5:
                low = max(min(a[1 - k], b[1 - k]), min(c[1 - k], d[1 - k]))
                high = min(max(a[1 - k], b[1 - k]), max(c[1 - k], d[1 - k]))
                if high - low > 0.5:
                    found.append((one, other, a, b, c, d))
    return found


def through(wires, blocks):
    """Pieces that enter a block."""
    found = []
    for source, a, b in wires:
        low, high = (min(a[0], b[0]), min(a[1], b[1])), (max(a[0], b[0]), max(a[1], b[1]))
        for x0, y0, x1, y1 in blocks:
            if high[0] > x0 + 0.5 and low[0] < x1 - 0.5 and high[1] > y0 + 0.5 and low[1] < y1 - 0.5:
                found.append((source, a, b))
    return found


def reached(level):
    """Inputs of blocks at which a wire of their source ends: a walk along the pieces from where the signal begins."""
    wires, _ = segments(level)
    ends = {}
    for source, a, b in wires:
        ends.setdefault(source, set()).update((a, b))
    found = set()
    for box, (x, y) in level.box.walk():
        if box.block is None:
            continue
        for source, heights in box.left.items():
            found |= {(box.block.name, source) for at in heights if (x, y + at) in ends.get(source, ())}
        for source, places in box.bottom.items():
            found |= {(box.block.name, source) for at in places if (x + at, y + box.size[1]) in ends.get(source, ())}
    return found


def random_diagram(seed):
    """Blocks in modules up to two deep, wired at random: forward, backward, to themselves, measured, from outside."""
    rng = random.Random(seed)
    names = []
    for k in range(rng.randint(1, 9)):
        module = rng.choice(["", "", "one.", "two.", "two.inner.", "three."])
        names.append(f"{module}b{k}")
    names.sort(key=lambda name: (name.split(".")[0], name))
    outputs = {name: {f"y{j}": rng.choice(["", "m", "rad/s"]) for j in range(rng.randint(1, 3))} for name in names}
    ports = [Source("block", output, name) for name in names for output in outputs[name]]
    outside = [Source("reference", f"r{k}") for k in range(3)] + [Source("measurement", f"x{k}") for k in range(4)]
    blocks = tuple(
        SignalBlock(
            name,
            rng.choice(["PI", "Step"]),
            Fraction(1, rng.choice([100, 1000, 3000])),
            inputs={f"u{j}": rng.choice([*ports, *outside]) for j in range(rng.randint(0, 4))},
            outputs=outputs[name],
        )
        for name in names
    )
    commands = {f"in{k}": rng.choice(ports) for k in range(rng.randint(1, 3))}
    return SignalDiagram("machine", blocks, commands, {"x0": "m"}, ("load",))


@pytest.mark.parametrize("seed", range(60))
def test_wires_reach_their_inputs_and_keep_apart(seed):
    diagram = random_diagram(seed)
    level = Level(diagram, "", list(diagram.blocks))
    wires, blocks = segments(level)
    assert on_each_other(wires) == []
    assert through(wires, blocks) == []
    assert reached(level) == {(block.name, source) for block in diagram.blocks for source in block.inputs.values()}
    assert set(diagram.commands.values()) <= set(level.box.right)
    for a, b in itertools.combinations(blocks, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    assert all(min(a) >= 0 and max(a[0], b[0]) <= level.size[0] + 1e-9 for _, a, b in wires)
    ET.fromstring(signal_diagram(diagram, title="<&>"))  # noqa: S314  our own picture


def test_a_cascade_shows_names_kinds_times_and_units(closed_loop):
    root = ET.fromstring(signal_diagram(closed_loop, title="Drive"))  # noqa: S314  our own picture
    words = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
    for expected in (
        "speedPI", "currentPI", "every 1 ms, phase 200 us", "every 100 us, delay 50 us", "axis", "command [V]",
        "axis.reference [rad/s]", "motor.v [V]", "motor.omega [rad/s]", "motor.i [A]", "drivemachine",
    ):  # fmt: skip
        assert expected in words


def test_the_text_says_where_every_signal_goes(closed_loop):
    assert signal_text(closed_loop) == (
        "axis\n"
        "  speed  (PI, every 1 ms, phase 200 us)\n"
        "      reference   <- reference axis.reference [rad/s]\n"
        "      measurement <- measured motor.omega [rad/s]\n"
        "      command     -> axis.current.reference [A]\n"
        "  current  (PI, every 100 us, delay 50 us)\n"
        "      reference   <- axis.speed.command [A]\n"
        "      measurement <- measured motor.i [A]\n"
        "      command     -> motor.v [V]\n"
        "drive  (machine)\n"
        "    motor.v <- axis.current.command [V]\n"
    )


def test_a_run_and_its_file_have_the_diagram_of_their_loop(closed_loop, tmp_path):
    run = lw.simulate(closed_loop, closed_loop.assemble(), duration=2e-3, inputs={"axis.reference": 1.0}, samples=3)
    assert signals_of(run) == signals_of(closed_loop)
    loaded = lw.Trajectory.load(run.save(tmp_path / "run.parquet"))
    assert signals_of(loaded) == signals_of(closed_loop)


def test_what_has_no_blocks_is_refused_in_words(dynamics):
    run = lw.simulate(dynamics, dynamics.assemble(), duration=1e-3, inputs={"motor.v": 0.0}, samples=2)
    with pytest.raises(ValueError, match="not a run of a ClosedLoop"):
        signal_diagram(run)
    with pytest.raises(TypeError, match="got a Dynamics; expected a ClosedLoop"):
        signal_diagram(dynamics)
