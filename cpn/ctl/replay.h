// Occurrence sequences, tried out on the engine.
#pragma once

#include <string>

#include "cpn/ctl/fairness.h"
#include "cpn/ctl/result.h"
#include "cpn/engine/engine.h"

namespace cpn::ctl {

/// Replays an evidence from the initial marking: every step must be enabled, priorities respected,
/// a loop must close, and a path that is said to end dead must. Throws std::logic_error, with what
/// is wrong, otherwise: it is a defect of the program and not of the model.
void Replay(Engine& engine, const Evidence& evidence);

/// Why the loop of an evidence, which must replay, is fair: "it takes Eat (p = 1), Eat (p = 2)" and
/// what it owes nothing to; empty when no constraint is enabled on it. Throws std::logic_error when
/// it is not fair: a defect of the program, too.
std::string WhyFair(Engine& engine, const Evidence& evidence, const FairnessConstraints& fairness);

}  // namespace cpn::ctl
