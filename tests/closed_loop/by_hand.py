"""Sampled loops around linear plants by hand: exact rational instants, matrix exponentials between them."""

from fractions import Fraction

import numpy as np
from scipy.linalg import expm


class Task:
    """One block: at phase + k period `step(measured, own state)` gives (output, state), which acts `delay` later."""

    def __init__(self, step, period, *, phase=0, delay=0, state=(), initial=0.0):
        self.step = step
        self.period, self.phase, self.delay = (Fraction(str(each)) for each in (period, phase, delay))
        self.state, self.output = list(state), initial

    def instants(self, end):
        k = 0
        while self.phase + k * self.period < end:
            yield self.phase + k * self.period
            k += 1


def run(A, B, x, tasks, duration, inputs_of):
    """State at the end, and what each task computed: x' = A x + B u, u = inputs_of(outputs).

    Tasks are in the order of computation, producers first; `step(x, outputs, own state)` sees outputs of the others as
    they are at this instant, those of producers new.
    """
    end = Fraction(str(duration))
    due = {}
    for number, task in enumerate(tasks):
        for time in task.instants(end):
            due.setdefault(time, ([], []))[1].append(number)
            if task.delay:
                due.setdefault(time + task.delay, ([], []))[0].append(number)
    n, m = B.shape
    outputs, waiting = [task.output for task in tasks], [[] for _ in tasks]
    computed = [[] for _ in tasks]
    x, t = np.array(x, dtype=float), Fraction(0)

    def moved(x, h):
        whole = np.zeros((n + m, n + m))
        whole[:n, :n], whole[:n, n:] = A, B
        return (expm(whole * float(h)) @ np.concatenate([x, inputs_of(outputs)]))[:n]

    for time in sorted(due):
        if time >= end:
            break
        x, t = moved(x, time - t), time
        released, computing = due[time]
        for number in released:
            outputs[number] = waiting[number].pop(0)
        for number in sorted(computing):
            task = tasks[number]
            value, task.state = task.step(x, outputs, task.state)
            computed[number].append(value)
            if task.delay:
                waiting[number].append(value)
            else:
                outputs[number] = value
    return moved(x, end - t), [np.array(values) for values in computed]
