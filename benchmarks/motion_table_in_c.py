"""The motion table under its cascade as one C program: kernels by CasADi's code generator, the RK4 loop by hand.

The equations, the projections and the blocks are those that `simulate` runs; gcc compiles what CasADi writes of them.
"""

import shutil
import subprocess
from pathlib import Path

import numpy as np

from linkwright import codegen
from linkwright.simulation.loop.slope_expressions import slope

STEP = 100e-6
MAIN = """
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <math.h>
%(tables)s
static double w[%(work)d], u[%(inputs)d], r[%(references)d], dy0[%(size)d], memory[%(memory)d], results[%(memory)d];
static double y[%(size)d], trial[%(size)d], k1[%(size)d], k2[%(size)d], k3[%(size)d], k4[%(size)d], quality[2], gap[1];
static void slope_at(double t, const double* state, double* dy) {
  const double* arg[5] = {&t, state, u, p, scales}; double* res[2] = {dy, quality};
  slope(arg, res, 0, w, 0);
}
static void control(long k, double t) {
  const double* arg[8] = {&t, y, dy0, u, r, p, gains, memory}; double* res[1] = {results};
%(blocks)s
}
static int cmp(const void* a, const void* b) { double d = *(double*)a - *(double*)b; return (d > 0) - (d < 0); }
int main(void) {
  double best = 1e300;
  for (int round = 0; round < %(rounds)d; round++) {
    struct timespec begin, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    memcpy(y, start, sizeof y); memcpy(memory, first, sizeof memory);
    for (long k = 0; k < %(steps)d; k++) {
      double t = k / 10000.0, ahead = (k + 1) / 10000.0, h = ahead - t;
      control(k, t);
      slope_at(t, y, k1);
      for (int i = 0; i < %(size)d; i++) trial[i] = y[i] + 0.5 * h * k1[i];
      slope_at(t + 0.5 * h, trial, k2);
      for (int i = 0; i < %(size)d; i++) trial[i] = y[i] + 0.5 * h * k2[i];
      slope_at(t + 0.5 * h, trial, k3);
      for (int i = 0; i < %(size)d; i++) trial[i] = y[i] + h * k3[i];
      slope_at(t + h, trial, k4);
      for (int i = 0; i < %(size)d; i++) y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
      do {
        const double* arg[4] = {&ahead, y, p, mobilities}; double* res[2] = {trial, gap};
        project_q(arg, res, 0, w, 0); memcpy(y, trial, %(nq)d * sizeof(double));
      } while (gap[0] > 1e-7);
      do {
        const double* arg[5] = {&ahead, y, y + %(nq)d, p, mobilities}; double* res[2] = {trial, gap};
        project_v(arg, res, 0, w, 0); memcpy(y + %(nq)d, trial, %(nv)d * sizeof(double));
      } while (gap[0] > 1e-7);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double taken = (end.tv_sec - begin.tv_sec) + 1e-9 * (end.tv_nsec - begin.tv_nsec);
    times[round] = taken;
    if (taken < best) best = taken;
  }
  qsort(times, %(rounds)d, sizeof(double), cmp);
  printf("%%.17g %%.17g", best, times[%(rounds)d / 2]);
  for (int i = 0; i < %(nq)d; i++) printf(" %%.17g", y[i]);
  return 0;
}
"""


def gcc():
    """The compiler's path, or None."""
    return shutil.which("gcc")


def _array(name, values):
    numbers = ", ".join(f"{float(value):.17g}" for value in np.ravel(values)) or "0"
    return f"static const double {name}[] = {{{numbers}}};"


def _block(group, reads):
    """Lines that run a group of blocks where it is due, and hold what it gives; none of them has a delay."""
    steps = round(float(group.clock.period) / STEP)
    lines = [f"  if (k % {steps} == 0) {{"]
    lines += [f"    {reads}"] if group.reads_references else []
    lines += [f"    {group.name}(arg, res, 0, w, 0);"]
    lines += [f"    memcpy(memory + {group.base}, results, {group.states + group.outputs} * sizeof(double));", "  }"]
    return "\n".join(lines)


def source(closed_loop, state, reference, steps, rounds):
    """C text of `steps` steps, made `rounds` times; `reference` is C that writes the references r at t."""
    dynamics, program = closed_loop.dynamics, closed_loop.program
    pivoting = dynamics.usual_pivoting
    structure = pivoting.structure
    kernels = {
        "slope": slope(structure), "project_q": structure.project_positions(),
        "project_v": structure.project_speeds(), **program.functions,
    }  # fmt: skip
    nq, nv, size = state.q.size, state.v.size, kernels["slope"].numel_in(1)
    start = np.zeros(size)
    start[:nq], start[nq : nq + nv] = state.q, state.v
    inputs = [label.name for label in dynamics.equations.inputs]
    commands = [
        f"  u[{inputs.index(name)}] = memory[{program.signals[str(port)].held_place}];"
        for name, port in program.wiring.commands.items()
    ]
    tables = [
        "#include <stdlib.h>", f"static double times[{rounds}];", _array("start", start), _array("p", dynamics.p),
        _array("scales", pivoting.scales), _array("mobilities", pivoting.mobilities), _array("gains", closed_loop.g),
        _array("first", program.start()),
    ]  # fmt: skip
    groups = sorted(program.groups, key=lambda group: (group.level, group.number))
    blocks = [_block(group, reference) for group in groups]
    text = MAIN % {
        "tables": "\n".join(tables), "work": max(function.sz_w() for function in kernels.values()) + 1,
        "inputs": max(1, len(inputs)), "references": max(1, len(closed_loop.reference_labels)), "size": size,
        "memory": max(program.size, 1), "blocks": "\n".join([*blocks, *commands]), "steps": steps, "rounds": rounds,
        "nq": nq, "nv": nv,
    }  # fmt: skip
    return codegen.c_source(kernels) + text


def run(text, folder, flags=("-O3",)):
    """Least and median CPU time (s) of one round, and the coordinates at the end."""
    path, program = Path(folder) / "table.c", Path(folder) / "table"
    path.write_text(text, encoding="utf-8")
    subprocess.run([gcc(), *flags, str(path), "-o", str(program), "-lm"], check=True)
    printed = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.split()
    return float(printed[0]), float(printed[1]), np.array(printed[2:], dtype=float)
