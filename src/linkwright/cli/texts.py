"""What `--help` says. A line with a backspace character alone keeps the next paragraph as it is written."""

WELCOME = """Multibody dynamics of machines: equations of motion, simulation, inverse dynamics.

\b
Begin with:
  linkwright list                                  which machines are ready
  linkwright show three_rrr                        what one is made of
  linkwright equations three_rrr                   its equations of motion
  linkwright simulate three_rrr --out runs/first   run it; open runs/first/report.html
  linkwright verify runs/first                     check it by another integrator
  linkwright inverse three_rrr --no-motors         torques for a prescribed motion
  linkwright compare double_pendulum               the same machine by every formalism
  linkwright linearize double_pendulum             its modes about an equilibrium
  linkwright benchmark simple_pendulum             a public problem with a known answer

Each command explains itself: linkwright simulate --help. All numbers are in SI units (m, kg, s, rad, A, V).
Exit codes: 0 all went well, 1 a run did not finish or could not be saved (it says why), 2 something in the command
was wrong.
"""

SHOW = """Show a machine: its module tree, degrees of freedom, inputs, quantities and parameters.

\b
Examples:
  linkwright show three_rrr
  linkwright show four_bar --set l_2=0.36 --out tree.svg
"""

EQUATIONS = """Print the equations of motion stage by stage: M and f of each part, A_k, b_k and C_k of each level.

Each type is printed once, with the list of its uses. A prime marks a rate. With --simplify and a formalism that leaves
no constraints (kane, lagrange, boltzmann_hamel on a machine without loops) M and V are printed in closed form. Needs
SymPy (pip install "linkwright[equations]").

\b
Examples:
  linkwright equations three_rrr
  linkwright equations slider_crank --format latex --out slider_crank.tex
  linkwright equations double_pendulum --formalism kane --simplify
"""

SIMULATE = """Simulate a machine, say how accurate the run is, and write a report.

Without --input, --position and --speed a small demonstration is run (three_rrr: 0.4, -0.3 and 0.2 V on the motors
A, B and C). `linkwright show MECHANISM` lists the names of quantities, inputs and parameters.

\b
Inputs are numbers, or:
  sine:amplitude,frequency[,phase[,offset]]      step:time,before,after
  chirp:amplitude,start_frequency,end_frequency,duration
  cycloid:start,end,duration                     polynomial:start,end,duration
  table:FILE.csv[,held|linear|cubic]             two columns: time in s, value

\b
Examples:
  linkwright simulate three_rrr --out runs/first
  linkwright simulate three_rrr --input A.v=sine:2,1.5 --input B.v=0 --input C.v=step:0.5,0,1 --duration 3
  linkwright simulate double_pendulum --position theta1=2 --accuracy reference --json
  linkwright simulate four_bar --duration 60 --samples 6001 --stream runs/long.parquet --checkpoint 60
"""

INVERSE = """Find the inputs (torques, or voltages and currents) that make a machine follow a prescribed motion.

Without --motion a small demonstration motion is followed.

\b
Motions:
  cycloid:start,end,duration                     polynomial:start,end,duration (rest to rest, quintic)
  trapezoid:start,end,max_speed,max_acceleration
  scurve:start,end,max_speed,max_acceleration,max_jerk
  sine:amplitude,frequency[,phase[,offset]]      chirp:amplitude,start_frequency,end_frequency,duration
  table:FILE.csv,cubic                           or a number, to stay there

\b
Examples:
  linkwright inverse three_rrr --motion platform.x=cycloid:0,0.03,2 --motion platform.y=0 \\
      --motion platform.theta=0 --out runs/stroke
  linkwright inverse three_rrr --no-motors --payload platform=0.5,0.02,0 \\
      --wrench platform.A=10,0,0.2 --limit A.tau=40
"""

COMPARE = """Compare all formalisms on a machine: cost, agreement, readability, and what one more component adds.

For each formalism: time to derive and to compile, operations after equal ones are merged, time of one evaluation in a
batch, numbers of speeds and constraints, the largest disagreement over random states, terms of the printed equations,
and the cost of one more body. It ends with a recommendation that follows from the numbers by stated rules.

\b
Examples:
  linkwright compare double_pendulum
  linkwright compare chaplygin_sleigh --quick --states 5 --out sleigh.html
"""

DIAGNOSE = """Say what is redundant, singular or badly posed in a machine.

Freedoms by Gruebler's count, at this pose and at a general pose, and why they differ; which joints' constraints depend
on which; which reactions are unique; what to release to make the machine isostatic; directions that are nearly free;
parts without mass and loads that make the machine stiff.

\b
Examples:
  linkwright diagnose four_bar
  linkwright diagnose n_four_bar --set n=2 --json
  linkwright diagnose three_rrr --position platform.theta=0.2 --out rrr.svg
"""

LINEARISE = """Linearize a machine about an equilibrium or a steady motion, and find its modes.

Positions and inputs that are given are kept; those that are not are found, so that nothing accelerates. A state that
cannot be steady is refused, with the largest acceleration. Derivatives are exact. States are independent positions and
speeds on the constraints; x' is the rate of x.

\b
Examples:
  linkwright linearize double_pendulum --input tau1=0 --input tau2=0 --out modes
  linkwright linearize whipple_bicycle --speed x=5 --input T_lean=0 --input T_steer=0 --no-ignorable
  linkwright linearize four_bar --position phi=0.7 --output theta --json
"""

BENCHMARK = """Solve public problems by several formalisms: error against reference, work, time.

The problems: Andrews' squeezing mechanism, the heavy top, the N-four-bar and the simple pendulum of the IFToMM library,
the Whipple bicycle linearized at 0 and 5 m/s. The exit code is 0 when all errors are within their tolerances, else 1.

\b
Examples:
  linkwright benchmark
  linkwright benchmark whipple_bicycle_linear --formalism kane --formalism maggi --json
"""
