"""Questions about machines that take more than one model: the same machine by every formalism, measured."""

from linkwright.analysis import benchmarks, kinematics
from linkwright.analysis.diagnosis.diagnosis import diagnose
from linkwright.analysis.diagnosis.record import Diagnosis
from linkwright.analysis.effort import Effort, effort
from linkwright.analysis.formalisms.comparison import compare
from linkwright.analysis.formalisms.records import GRADES, Addition, Comparison, Grades, Pair, Reading, Row
from linkwright.analysis.frequency_response import FrequencyResponse, ResponsePoint, Waveform, frequency_response
from linkwright.analysis.identification import (
    Estimate,
    Excitation,
    Identification,
    MeasuredResponse,
    Measurements,
    Residuals,
    identify,
    suggest_excitation,
)
from linkwright.analysis.kinematics import Kinematics
from linkwright.analysis.linear.drive_transfer import (
    DriveTransfer,
    Resonance,
    TransferFunction,
    transfer_functions,
)
from linkwright.analysis.linear.equilibrium import Equilibrium, equilibrium
from linkwright.analysis.linear.lifted import (
    BandwidthMap,
    Lifted,
    LinearResponse,
    LoopTransfer,
    Margins,
    bandwidth_map,
)
from linkwright.analysis.linear.linearization import linearize
from linkwright.analysis.linear.mode_motion import mode_motion
from linkwright.analysis.linear.modes import Mode
from linkwright.analysis.linear.record import Linear
from linkwright.analysis.rigid_bodies import (
    BaseParameters,
    LinearParameter,
    MeasuredMotion,
    Regressor,
    RigidBodyFit,
    regressor,
)
from linkwright.analysis.sizing import Sizing, SizingRow, sizing

__all__ = [
    "GRADES",
    "Addition",
    "BandwidthMap",
    "BaseParameters",
    "Comparison",
    "Diagnosis",
    "DriveTransfer",
    "Effort",
    "Equilibrium",
    "Estimate",
    "Excitation",
    "FrequencyResponse",
    "Grades",
    "Identification",
    "Kinematics",
    "Lifted",
    "Linear",
    "LinearParameter",
    "LinearResponse",
    "LoopTransfer",
    "Margins",
    "MeasuredMotion",
    "MeasuredResponse",
    "Measurements",
    "Mode",
    "Pair",
    "Reading",
    "Regressor",
    "Residuals",
    "Resonance",
    "ResponsePoint",
    "RigidBodyFit",
    "Row",
    "Sizing",
    "SizingRow",
    "TransferFunction",
    "Waveform",
    "bandwidth_map",
    "benchmarks",
    "compare",
    "diagnose",
    "effort",
    "equilibrium",
    "frequency_response",
    "identify",
    "kinematics",
    "linearize",
    "mode_motion",
    "regressor",
    "sizing",
    "suggest_excitation",
    "transfer_functions",
]
