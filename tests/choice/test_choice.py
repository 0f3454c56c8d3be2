"""What a machine is compiled by where nobody names it: never much more work than the least, and the same answers."""

import casadi as ca
import pytest

import linkwright as lw
from agreement import table
from linkwright.choice import Topology, choices
from linkwright.dynamics import Refused

PAIRS = [
    ("modular", lw.joins.Complement()),
    ("modular", lw.joins.Multipliers()),
    ("kane", lw.joins.Complement()),
    ("denoc", lw.joins.Complement()),
    ("denoc", lw.joins.Recursion()),
]
QUICK = ("three_rrr", "three_rps", "double_pendulum")
SMALL = 200
"""Operations below which one evaluation takes as long as its call, whatever the formalism."""


def operations(dynamics):
    """Number of operations of the accelerations, common ones once."""
    forward = dynamics.first_pivoting.forward
    arguments = forward.sx_in()
    return ca.Function("forward", arguments, ca.cse(forward.call(arguments))).n_instructions()


def least(machine):
    """The fewest operations of all pairs that take the machine.

    With loops the recursion is left out: each of its operations waits for the one before, so that a run takes longer
    with two thirds of the operations.
    """
    found = []
    pairs = PAIRS if Topology.of(machine).tree else [pair for pair in PAIRS if pair[1] != lw.joins.Recursion()]
    for formalism, join in pairs:
        try:
            found.append(operations(lw.compile(getattr(lw.formalisms, formalism)(machine), join=join)))
        except (Refused, ValueError):
            continue
    return min(found)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in table.LIBRARY]
)
def test_a_machine_takes_few_operations_by_default(name):
    machine = table.LIBRARY[name].make()
    chosen = lw.compile(machine)
    assert operations(chosen) <= max(1.2 * least(machine), SMALL)


@pytest.mark.parametrize("count", [5, pytest.param(20, marks=pytest.mark.long)])
@pytest.mark.parametrize("spatial", [False, True])
def test_chains_take_few_operations_by_default(count, spatial):
    machine = lw.mechanisms.serial_chain(count, spatial=spatial)
    chosen = lw.compile(machine)
    others = [("modular", lw.joins.Multipliers()), ("modular", lw.joins.Complement())]
    assert operations(chosen) <= 1.2 * min(
        operations(lw.compile(getattr(lw.formalisms, formalism)(machine), join=join)) for formalism, join in others
    )


@pytest.mark.parametrize("name", ["three_rps", "serial_manipulator", "bennett"])
def test_the_accelerations_are_those_of_the_modular_methodology(name):
    machine = getattr(lw.mechanisms, name)()
    chosen, modular = lw.compile(machine), lw.compile(lw.formalisms.modular(machine))
    assert chosen.equations.provenance["formalism"] != "modular"
    state = modular.assemble()
    same = chosen.assemble({each: state[each] for each in chosen.coordinates if each in state.positions})
    inputs = dict.fromkeys(chosen.inputs, 0.3)
    found, expected = chosen.forward(same, inputs), modular.forward(state, inputs)
    common = found.keys() & expected.keys()
    assert common
    size = max(abs(expected[each]) for each in common)
    assert max(abs(found[each] - expected[each]) for each in common) < 1e-9 * max(size, 1.0)


def test_the_provenance_says_which_and_why():
    dynamics = lw.compile(lw.mechanisms.stewart())
    assert dynamics.equations.provenance["formalism"] == "kane"
    assert dynamics.equations.provenance["choice"] == "13 bodies, 18 joints, in space"
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=0.01, inputs=dict.fromkeys(dynamics.inputs, 0.0))
    assert trajectory.provenance["choice"] == dynamics.equations.provenance["choice"]


def test_modules_inside_count():
    limb = lw.mechanisms.serial_chain(3)
    machine = lw.Mechanism("two", {"a": limb, "b": limb}, {"weld": lw.Fixed("a.link3.tip", "b.link3.tip")})
    assert Topology.of(machine) == Topology(6, 7, 0, spatial=False)
    assert choices(Topology.of(machine))[0].formalism == "modular"


def test_massless_links_are_compiled_by_what_takes_them():
    """Recursions divide by the inertia that a joint carries; a pointer without mass, led by its angle, has none."""
    joints = {
        "pin": lw.Revolute("ground", "bar"),
        "shaft": lw.Revolute("bar", "pointer"),
        "lead": lw.Prescribed("shaft.angle", lw.laws.Sine(0.1, 1.0)),
    }
    machine = lw.Mechanism("dial", {"bar": lw.Body(1.0, 0.1), "pointer": lw.Body(0.0, 0.0)}, joints)
    assert choices(Topology.of(machine))[0].join == lw.joins.Recursion()
    assert lw.compile(machine).join == lw.joins.Complement()


def test_a_join_goes_with_equations():
    with pytest.raises(TypeError, match="name a formalism too"):
        lw.compile(lw.mechanisms.four_bar(), join=lw.joins.Multipliers())
    with pytest.raises(TypeError, match="compile takes"):
        lw.compile("four_bar")
