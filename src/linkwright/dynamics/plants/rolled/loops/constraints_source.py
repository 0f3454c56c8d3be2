"""Source of the loops over ties: passes from ties to the ground, products, and the solution."""

from __future__ import annotations

from linkwright.dynamics.plants.rolled.loops.tree import STRIDE, RolledTree

PRODUCTS = """    for k in range(visits):
        at = 5 * k
        width = visit[at]
        w = visit[at + 1]
        d = visit[at + 4]
        for r in range(visit[at + 2]):
            for i in range(width):
                total = 0.0
                for j in range(width):
                    total += Di[d + width * i + j] * W[w + width * r + j]
                Y[w + width * r + i] = total
    for k in range(entries):
        Lam[k] = 0.0
    for k in range(pairs):
        one = 5 * pair[3 * k]
        two = 5 * pair[3 * k + 1]
        to = pair[3 * k + 2]
        width = visit[one]
        w = visit[one + 1]
        y = visit[two + 1]
        for r in range(visit[one + 2]):
            for s in range(visit[two + 2]):
                if goal[to] >= 0:
                    total = 0.0
                    for j in range(width):
                        total += W[w + width * r + j] * Y[y + width * s + j]
                    Lam[goal[to]] += total
                to += 1
    ldl_factor(m, L_table, Lam, L, D, L_work)
"""

SOLVE = """    for k in range(m):
        L_work[position[k]] = rhs[k]
    ldl_solve(m, L_table, L, D, L_work)
    for k in range(m):
        lam[k] = L_work[position[k]]
        L_work[position[k]] = 0.0
    for k in range(du_n):
        du[k] = 0.0
    for k in range(visits):
        at = 5 * k
        width = visit[at]
        w = visit[at + 1]
        to = visit_to[2 * k + 1]
        for r in range(visit[at + 2]):
            l = lam[visit[at + 3] + r]
            for j in range(width):
                if visit_to[2 * k] == 1:
                    du[to + j] += Y[w + width * r + j] * l
                else:
                    a[to + j] += Y[w + width * r + j] * l
"""


def lift_text(tree: RolledTree) -> str:
    """Accelerations of the bodies of links that ties stand on."""
    b, pose = tree.b, tree.pose
    head = f"    for k in range(mets):\n        i = met[k]\n        at = {STRIDE} * i\n        kind = link[at]\n"
    return head + tree.each(
        f"lift{{k}}(P[{pose} * (i + 1) :], c[link[at + 4] :], V[{b} * (i + 1) :], acc[{b} * (i + 1) :], acc, "
        f"a[link[at + 7] - {b} :])"
    )


def ways_text(tree: RolledTree) -> str:
    """Columns W of every tie, link by link towards the ground."""
    b, pose = tree.b, tree.pose
    most = max(kernels.speeds for kernels in tree.kernels)
    row = b + most
    seat = tree.each(f"seat{{k}}(P[{pose} * (i + 1) :], c[link[at + 4] :], box, ww[{b} * s :])", indent=16)
    column = tree.each(
        f"column{{k}}(x[link[at + 5] :], c[link[at + 4] :], g[link[at + 6] :], ww[{b} * s :], wt[{most} * s :], "
        "out, box)",
        indent=16,
    )
    store = ""
    for k, kernels in enumerate(tree.kernels):
        body = "".join(
            f"                    W[visit_way[3 * s + 2] + {kernels.speeds} * r + {m}] = out[{m}]\n"
            for m in range(kernels.speeds)
        )
        store += f"                if kind == {k}:\n{body or '                    pass' + chr(10)}"
    inverse = ""
    for k, kernels in enumerate(tree.kernels):
        size = kernels.speeds
        after = kernels.sizes[2] - size * size - size
        body = "".join(f"            Di[met_Di[k] + {m}] = g[link[at + 6] + {after + m}]\n" for m in range(size * size))
        inverse += f"        if kind == {k}:\n{body or '            pass' + chr(10)}"
    return (
        f"    for k in range(mets):\n        at = {STRIDE} * met[k]\n        kind = link[at]\n{inverse}"
        "    first = 0\n    sat = 0\n    read = 0\n"
        "    for j in range(ways):\n"
        "        rows = tie_way[3 * j]\n        long = tie_way[3 * j + 1]\n        seats = tie_way[3 * j + 2]\n"
        "        for r in range(rows):\n"
        f"            for k in range({b} * first, {b} * (first + long)):\n                ww[k] = 0.0\n"
        f"            for k in range({most} * first, {most} * (first + long)):\n                wt[k] = 0.0\n"
        "            for e in range(seats):\n"
        "                s = seat_way[sat + e]\n"
        "                i = visit_way[3 * s]\n"
        f"                at = {STRIDE} * i\n                kind = link[at]\n"
        f"                from_ = read + {row} * (rows * e + r)\n"
        + "".join(f"                box[{k}] = TA[source_way[from_ + {k}]]\n" for k in range(b))
        + seat
        + "".join(f"                wt[{most} * s + {k}] = TA[source_way[from_ + {b + k}]]\n" for k in range(most))
        + "            for s in range(first, first + long):\n"
        "                i = visit_way[3 * s]\n"
        f"                at = {STRIDE} * i\n                kind = link[at]\n"
        + column
        + store
        + "                h = visit_way[3 * s + 1]\n"
        "                if h >= 0:\n"
        + "".join(f"                    ww[{b} * h + {k}] += box[{k}]\n" for k in range(b))
        + f"        first += long\n        sat += seats\n        read += {row} * rows * seats\n"
    )
