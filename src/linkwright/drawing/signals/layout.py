"""Places of blocks, modules and wires of a signal diagram.

Each module is a grid. A child stands in the column that its longest chain of producers inside the module asks for, and
in the row of its first producer where that is free. Wires run in between: in *channels* left of each column, where each
signal has a vertical track of its own, and in *lanes* below each row, where it has a horizontal one. So wires cross,
but never run on each other, nor through a block. Inputs from blocks and references are on the left of a block, those
that are measured below it, outputs on the right; a module has the same sides, with a port for each signal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from linkwright.drawing.plots.svg import text_width
from linkwright.drawing.signals.record import SignalBlock, SignalDiagram, Source

HEAD, LINE, PORT, PAD, TRACK, LANE = 26.0, 18.0, 18.0, 12.0, 12.0, 18.0  # px
EDGE = 16.0  # px, from the side of a channel or gap to its first track or lane
SMALL = 11.5  # px, font of ports

Point = tuple[float, float]


@dataclass(eq=False)
class Box:
    """A block or module with its place on the page, its ports on three sides and the wires inside.

    `left` and `right` have the heights of ports, `bottom` their distances from the left side, from the box's corner; a
    source may enter a block at several.
    """

    name: str
    size: Point
    left: dict[Source, list[float]]
    bottom: dict[Source, list[float]]
    right: dict[Source, float]
    block: SignalBlock | None = None
    children: list[Box] = field(default_factory=list)
    wires: list[tuple[Source, list[Point]]] = field(default_factory=list)
    at: Point = (0.0, 0.0)

    def walk(self, origin: Point = (0.0, 0.0)) -> Iterator[tuple[Box, Point]]:
        """All boxes, those around before those inside, with their corners on the page."""
        corner = (origin[0] + self.at[0], origin[1] + self.at[1])
        yield self, corner
        for child in self.children:
            yield from child.walk(corner)


def port_text(name: str, unit: str) -> str:
    """What stands at a port."""
    return f"{name} [{unit}]" if unit else name


def leaf(block: SignalBlock) -> Box:
    """A block: a head with name and kind, its clock, then ports in rows."""
    sides = [(name, source) for name, source in block.inputs.items() if source.kind != "measurement"]
    below = [(name, source) for name, source in block.inputs.items() if source.kind == "measurement"]
    own = block.name.rpartition(".")[2]
    inputs = max((text_width(name, SMALL) for name, _ in sides), default=0.0)
    outputs = max((text_width(port_text(*each), SMALL) for each in block.outputs.items()), default=0.0)
    places = [text_width(name, SMALL) + PAD for name, _ in below]
    width = max(
        text_width(own, 14.0) + text_width(block.kind, 12.0) + 8.0 + 2 * PAD,
        text_width(block.clock, SMALL) + 2 * PAD,
        inputs + outputs + 3 * PAD,
        sum(places) + PAD,
    )
    first = HEAD + LINE + 0.5 * PORT + 4.0
    height = first + PORT * (max(len(sides), len(block.outputs), 1) - 0.5) + (PORT if below else 0.0) + 4.0
    left: dict[Source, list[float]] = {}
    for k, (_, source) in enumerate(sides):
        left.setdefault(source, []).append(first + PORT * k)
    bottom: dict[Source, list[float]] = {}
    x = 0.5 * (width - sum(places))
    for (_, source), place in zip(below, places, strict=True):
        bottom.setdefault(source, []).append(x + 0.5 * place)
        x += place
    right = {Source("block", name, block.name): first + PORT * k for k, name in enumerate(block.outputs)}
    return Box(own, (width, height), left, bottom, right, block)


@dataclass
class _Net:
    """A signal at one level: the child it comes from, or a side of the level; where it goes, and where it runs.

    `rows` are the rows below which it has a lane, `channels` those in which it has a track; `turns` are places of a
    first track there, and the height at which it changes to the other.
    """

    source: Source
    child: int | None
    inputs: list[tuple[int, float]] = field(default_factory=list)  # child, height of the port
    below: list[tuple[int, float]] = field(default_factory=list)  # child, distance of the port from its left side
    leaves: bool = False
    rows: dict[int, float] = field(default_factory=dict)
    channels: dict[int, float] = field(default_factory=dict)
    turns: dict[int, Point] = field(default_factory=dict)


class Level:
    """A module: its children in a grid, and the wires between them.

    `measured` are the heights at which measurements leave the machine, on the right side of the whole.
    """

    box: Box
    size: Point

    def __init__(self, diagram: SignalDiagram, prefix: str, blocks: Sequence[SignalBlock]) -> None:
        self.top = not prefix
        self.measured: list[tuple[Source, float]] = []
        groups: dict[str, list[SignalBlock]] = {}
        for block in blocks:
            groups.setdefault(block.name.removeprefix(prefix).partition(".")[0], []).append(block)
        self.children: list[Box] = []
        inside: dict[str, int] = {}
        for k, (name, group) in enumerate(groups.items()):
            inside |= {block.name: k for block in group}
            single = len(group) == 1 and group[0].name == f"{prefix}{name}"
            made = leaf(group[0]) if single else Level(diagram, f"{prefix}{name}.", group).box
            self.children.append(made)
        self.nets = self._nets(diagram, inside)
        self._place()
        self._run()
        name = prefix.rstrip(".").rpartition(".")[2]
        self.box = Box(name, self.size, {}, {}, {}, None, self.children)
        self._draw()

    # -- what goes where -------------------------------------------------------------------------------------------

    def _nets(self, diagram: SignalDiagram, inside: Mapping[str, int]) -> list[_Net]:
        nets: dict[Source, _Net] = {}
        for k, child in enumerate(self.children):
            for source, heights in child.left.items():
                net = nets.setdefault(source, _Net(source, inside.get(source.block)))
                net.inputs += [(k, y) for y in heights]
            for source, places in child.bottom.items():
                net = nets.setdefault(source, _Net(source, None))
                net.below += [(k, x) for x in places]
        outside = {source for block in diagram.blocks if block.name not in inside for source in block.inputs.values()}
        outside |= set(diagram.commands.values())
        for k, child in enumerate(self.children):
            for source in child.right:
                if source in outside:
                    nets.setdefault(source, _Net(source, k)).leaves = True
        return list(nets.values())

    def _place(self) -> None:
        """Columns and rows of the children."""
        count = len(self.children)
        before: list[list[int]] = [[] for _ in range(count)]
        for net in self.nets:
            for target, _ in net.inputs:
                if net.child is not None and net.child != target and net.child not in before[target]:
                    before[target].append(net.child)
        self.column = _ranks(before)
        self.row = [0] * count
        taken: set[tuple[int, int]] = set()
        for k in sorted(range(count), key=lambda k: (self.column[k], k)):
            earlier = [each for each in before[k] if self.column[each] < self.column[k]]
            row = min((self.row[each] for each in earlier), default=0)
            while (row, self.column[k]) in taken:
                row += 1
            self.row[k] = row
            taken.add((row, self.column[k]))

    # -- where wires run -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Lanes and tracks of all nets, and coordinates of the grid."""
        rows, columns = 1 + max(self.row), 1 + max(self.column)
        for net in self.nets:
            self._plan(net, rows, columns)
        lanes: list[list[_Net]] = [[net for net in self.nets if row in net.rows] for row in range(rows)]
        head = 0.0 if self.top else HEAD
        y = head + EDGE
        tall = self._spanning(rows, columns)
        self.tops = []
        for row, there in enumerate(lanes):
            self.tops.append(y)
            beside = [child.size[1] for k, child in enumerate(self.children) if self.row[k] == row and k not in tall]
            y += max(beside, default=0.0)
            for k, net in enumerate(sorted(there, key=lambda net: self._reach(net, row), reverse=True)):
                net.rows[row] = y + EDGE + LANE * k
            y += EDGE + LANE * len(there)
        height = max([y, *(head + 2 * EDGE + self.children[k].size[1] for k in tall)])
        x = 0.0
        self.lefts = []
        for channel in range(columns + 1):
            x = self._tracks(channel, x)
            if channel < columns:
                self.lefts.append(x)
                x += max(child.size[0] for k, child in enumerate(self.children) if self.column[k] == channel)
        self.size = (x, height)
        for k, child in enumerate(self.children):
            child.at = (self.lefts[self.column[k]], self.tops[self.row[k]])

    def _spanning(self, rows: int, columns: int) -> set[int]:
        """Children that may reach over several rows: alone in a column that no lane passes."""
        passed: set[int] = set()
        for net in self.nets:
            if not net.rows:
                continue
            ends = [*net.channels, *(self.column[k] for k, _ in net.below), *(self.column[k] + 1 for k, _ in net.below)]
            last = columns if net.leaves or (self.top and net.below) else max(ends)
            passed |= set(range(min(ends), last))
        alone = [k for k, column in enumerate(self.column) if self.column.count(column) == 1 and column not in passed]
        return {k for k in alone if not self.children[k].bottom} if rows > 1 else set()

    def _plan(self, net: _Net, rows: int, columns: int) -> None:
        """Which lanes and tracks a net needs."""
        start = -1 if net.child is None else self.column[net.child]
        near = [target for target, _ in net.inputs if self.column[target] == start + 1]
        far = [target for target, _ in net.inputs if self.column[target] != start + 1]
        if near or far:
            net.channels[start + 1] = 0.0
        for target in far:
            net.channels[self.column[target]] = 0.0
            net.rows[self._far_row(net)] = 0.0
        if net.leaves and start != columns - 1:
            assert net.child is not None
            net.channels[start + 1] = 0.0
            net.rows[self._far_row(net)] = 0.0
        for k, (target, _) in enumerate(net.below):
            straight = not self.top and self.row[target] == rows - 1 and len(net.below) == 1
            if not straight:
                net.rows[self.row[target]] = 0.0
                if not self.top and k == 0:
                    net.channels[self.column[target]] = 0.0

    def _far_row(self, net: _Net) -> int:
        """The row below which a net runs past other columns: that of its producer, or of its first target."""
        return self.row[net.child] if net.child is not None else self.row[net.inputs[0][0]]

    def _reach(self, net: _Net, row: int) -> tuple[int, int, float]:
        """Order of lanes: what is not measured first, then what ends farthest on the right."""
        ends = [(self.column[k], x) for k, x in net.below if self.row[k] == row]
        return (0, *max(ends)) if ends else (1, 0, 0.0)

    def _tracks(self, channel: int, x: float) -> float:
        """Give each net of a channel its track, from x on, so that none runs on another; the x behind the last.

        A wire that arrives at some height must turn off before the track of another that leaves at this height. Where
        two ask this of each other, one gets two tracks and changes between them at a height that is free.
        """
        nets = [net for net in self.nets if channel in net.channels]
        spans = {id(net): self._span(net, channel) for net in nets}
        heights = [y for begin, ends in spans.values() for y in (begin, *ends)]

        def key(net: _Net) -> tuple[int, float]:
            begin, ends = spans[id(net)]
            down = max(ends, default=begin) >= begin
            return (0, begin) if not down else (1, -begin)

        waiting = sorted(nets, key=key)
        place = x + EDGE
        while waiting:
            free = [net for net in waiting if not self._is_blocked(net, waiting, spans)]
            net = free[0] if free else waiting[0]
            begin, ends = spans[id(net)]
            if free:
                net.channels[channel] = place
                waiting.remove(net)
            else:  # a ring: it turns off here already, and comes back to the queue at a height of its own
                middle = begin + 0.5 * PORT
                while any(abs(middle - y) < 3.0 for y in heights):
                    middle += 3.0
                heights.append(middle)
                net.turns[channel] = (place, middle)
                spans[id(net)] = (middle, ends)
            place += TRACK
        return max(place - TRACK, x + EDGE) + EDGE

    @staticmethod
    def _is_blocked(net: _Net, waiting: Sequence[_Net], spans: Mapping[int, tuple[float, list[float]]]) -> bool:
        """Whether another net that still waits arrives at a height at which this one leaves."""
        _, ends = spans[id(net)]
        others = [spans[id(other)][0] for other in waiting if other is not net]
        return any(abs(end - begin) < 1.0 for end in ends for begin in others)

    def _span(self, net: _Net, channel: int) -> tuple[float, list[float]]:
        """Height at which a net enters a channel, and those at which it leaves."""
        ends = [self.tops[self.row[k]] + y for k, y in net.inputs if self.column[k] == channel]
        lanes = list(net.rows.values())
        start = -1 if net.child is None else self.column[net.child]
        if net.child is not None and start + 1 == channel:
            return self.tops[self.row[net.child]] + self.children[net.child].right[net.source], ends + lanes
        if net.child is None and channel == 0 and ends:
            return ends[0], ends + lanes
        return (lanes[0] if lanes else 0.0), ends

    # -- the wires -------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        for net in self.nets:
            for path in self._paths(net):
                points = [point for k, point in enumerate(path) if k == 0 or point != path[k - 1]]
                if len(points) > 1:
                    self.box.wires.append((net.source, points))

    def _paths(self, net: _Net) -> Iterable[list[Point]]:
        """Polylines of a net from its producer, or from a side of the level, to each target."""
        if net.source.kind == "measurement":
            yield from self._measured_paths(net)
            return
        width = self.size[0]
        if net.child is None:
            near = [self._port(k, y)[1] for k, y in net.inputs if self.column[k] == 0]
            height = near[0] if near else net.rows[self._far_row(net)]
            self.box.left[net.source] = [height]
            start, first = (0.0, height), 0
        else:
            box = self.children[net.child]
            start = (box.at[0] + box.size[0], box.at[1] + box.right[net.source])
            first = self.column[net.child] + 1
        for target, y in net.inputs:
            end = self._port(target, y)
            channel = self.column[target]
            x = net.channels[first]
            if channel == first:
                yield [start, *self._turn_points(net, first, start[1]), (x, end[1]), end]
                continue
            lane, last = net.rows[self._far_row(net)], net.channels[channel]
            yield [start, *self._turn_points(net, first, start[1]), (x, lane), (last, lane), (last, end[1]), end]
        if net.leaves:
            assert net.child is not None
            if net.rows and first in net.channels and self.column[net.child] != max(self.column):
                lane = net.rows[self._far_row(net)]
                self.box.right[net.source] = lane
                yield [start, *self._turn_points(net, first, start[1]), (net.channels[first], lane), (width, lane)]
            else:
                self.box.right[net.source] = start[1]
                yield [start, (width, start[1])]

    @staticmethod
    def _turn_points(net: _Net, channel: int, y: float) -> list[Point]:
        """How a net that arrives in a channel at a height gets onto its track."""
        x = net.channels[channel]
        if channel not in net.turns:
            return [(x, y)]
        before, middle = net.turns[channel]
        return [(before, y), (before, middle), (x, middle)]

    def _measured_paths(self, net: _Net) -> Iterable[list[Point]]:
        """Polylines of a measurement: from the machine on the right, or from below, up to each block."""
        ends = [self._below(k, x) for k, x in net.below]
        if self.top:
            for (target, _), (x, y) in zip(net.below, ends, strict=True):
                lane = net.rows[self.row[target]]
                if (net.source, lane) not in self.measured:
                    self.measured.append((net.source, lane))
                yield [(self.size[0], lane), (x, lane), (x, y)]
            return
        height = self.size[1]
        if not net.rows:
            ((x, y),) = ends
            self.box.bottom[net.source] = [x]
            yield [(x, height), (x, y)]
            return
        track = net.channels[self.column[net.below[0][0]]]
        self.box.bottom[net.source] = [track]
        for (target, _), (x, y) in zip(net.below, ends, strict=True):
            lane = net.rows[self.row[target]]
            yield [(track, height), (track, lane), (x, lane), (x, y)]

    def _port(self, child: int, y: float) -> Point:
        box = self.children[child]
        return box.at[0], box.at[1] + y

    def _below(self, child: int, x: float) -> Point:
        box = self.children[child]
        return box.at[0] + x, box.at[1] + box.size[1]


def _ranks(before: Sequence[Sequence[int]]) -> list[int]:
    """Length of the longest chain of producers of each; what closes a ring does not count."""
    ranks: dict[int, int] = {}
    active: set[int] = set()

    def rank(k: int) -> int:
        if k not in ranks:
            active.add(k)
            ranks[k] = max((rank(each) + 1 for each in before[k] if each not in active), default=0)
            active.discard(k)
        return ranks[k]

    return [rank(k) for k in range(len(before))]
