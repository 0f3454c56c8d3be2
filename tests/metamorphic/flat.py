"""A machine of nested modules written flat: one module, names joined by underscores, numbers in place of formulas."""

from dataclasses import fields, replace

from agreement.states import readings
from linkwright.model import Body, Ground, Mechanism, Use
from linkwright.symbolic import Pose
from metamorphic.rebuild import REFERENCES, inside
from metamorphic.variants import Variant

AXES = ("xx", "yy", "zz", "xy", "xz", "yz")


def flat(base, machine):
    """All bodies and connections of all modules in one mechanism, with the numbers that `base` has for them."""
    modules = {}
    _walk(machine, "", modules)

    def name(key):
        prefix = next((path for path in sorted(modules, key=len, reverse=True) if path and key.startswith(path)), "")
        return prefix.replace(".", "_") + key.removeprefix(prefix)

    parts, connections = {}, {}
    for path, module in modules.items():
        for key, part in module.parts.items():
            if inside(part) is None:
                parts[name(path + key)] = _part(base.parameters, path + key, part, name)
        for key, item in module.connections.items():
            connections[name(path + key)] = _connection(base.parameters, path, key, item, name, parts)
    start = {name(key): value for key, value in readings(base, base.reference).positions.items()}
    bodies = {key for key, part in parts.items() if isinstance(part, Body)}
    reference = {key: value for key, value in start.items() if key.rpartition(".")[0] in bodies}
    made = Mechanism(f"{machine.name}_flat", parts, connections, reference=reference, gravity=machine.gravity)

    def renamed(values):
        return {name(key): value for key, value in values.items()}

    return Variant(made, name, renamed, renamed)


def _walk(module, path, found):
    """Modules by the path of what is in them, the outermost first."""
    found[path] = module
    for key, part in module.parts.items():
        if (within := inside(part)) is not None:
            assert within.gravity is None, "one gravity for all"
            _walk(within, f"{path}{key}.", found)


def _part(values, full, part, name):
    """A body, ground or motor with numbers."""
    item = part.template if isinstance(part, Use) else part
    if not isinstance(item, Body | Ground):
        return part
    points = {key: _place(values, f"{full}.{key}", Pose.of(pose)) for key, pose in item.points.items()}
    if isinstance(item, Ground):
        return replace(item, points=points)
    given = {"mass": values[f"{full}.mass"], "points": points}
    if f"{full}.centre_x" in values:
        given["centre"] = tuple(values[f"{full}.centre_{axis}"] for axis in "xyz"[: len(item.centre)])
    if f"{full}.inertia" in values:
        given["inertia"] = values[f"{full}.inertia"]
    elif f"{full}.inertia_xx" in values:
        given["inertia"] = tuple(values[f"{full}.inertia_{axes}"] for axes in AXES)
    if isinstance(item.home, str):
        given["home"] = name(f"{full.rpartition('.')[0]}.{item.home}".removeprefix("."))
    return replace(item, **given)


def _place(values, full, pose):
    """A place with numbers; those that the equations do not have make no difference."""
    at = tuple(values.get(f"{full}_{axis}", 0.0) for axis in "xyz"[: len(pose.position)])
    return Pose(at, values.get(f"{full}_angle", 0.0), pose.axis)


def _connection(values, path, key, item, name, parts):
    """A connection with numbers, on the frames and quantities of the flat machine."""
    spoken = {*item.frames, *item.quantities}
    changed = {}
    for each in fields(item):
        value = getattr(item, each.name)
        if each.name in REFERENCES and isinstance(value, str) and value in spoken:
            changed[each.name] = _path(path, value, name, parts)
        elif f"{path}{key}.{each.name}" in values:
            changed[each.name] = values[f"{path}{key}.{each.name}"]
    return replace(item, **changed)


def _path(path, value, name, parts):
    """A frame or quantity of a module; the ground of one that places nothing on it is the ground itself."""
    full = name(path + value)
    return "ground" if value == "ground" and full not in parts else full
