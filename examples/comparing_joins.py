"""One machine, every join: the same accelerations, and what each join can and cannot do."""

import linkwright as lw

equations = lw.formalisms.modular(lw.mechanisms.three_rrr())
joins = {
    "complement, partition": lw.joins.Complement(),
    "complement, QR": lw.joins.Complement(lw.kernels.QR()),
    "complement, SVD": lw.joins.Complement(lw.kernels.SVD()),
    "complement, projector": lw.joins.Complement(lw.kernels.Projector()),
    "Udwadia-Kalaba": lw.joins.UdwadiaKalaba(),
    "multipliers": lw.joins.Multipliers(),
}
speeds = {"platform.x": 0.15, "platform.y": -0.1, "platform.theta": 0.8, "A.i": 0.4, "B.i": -0.3, "C.i": 0.25}
inputs = {"A.v": 2.0, "B.v": -1.5, "C.v": 1.0}

first = {}
print(f"{'join':<24}{'evaluated by':<14}{'largest difference':<20}with massless bars B")
for name, join in joins.items():
    dynamics = lw.compile(equations, join=join)
    state = dynamics.assemble({"platform.x": 0.012, "platform.y": -0.008, "platform.theta": 0.07}, speeds)
    found = dynamics.forward(state, inputs)
    first = first or found
    size = max(abs(value) for value in first.values())
    difference = max(abs(found[key] - first[key]) for key in first) / size
    try:
        massless = dynamics.with_parameters(m_B=0.0, I_B=0.0).forward(state, inputs)
        words = f"platform.x'' = {massless['platform.x']:.9f} m/s^2"
    except lw.dynamics.Refused as error:
        words = f"refused: {error.reason.split(',')[0]}"
    print(f"{name:<24}{dynamics.functions.backend:<14}{difference:<20.1e}{words}")
