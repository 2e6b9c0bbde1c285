// Occurrence sequences, tried out on the engine.
#pragma once

#include "cpn/ctl/result.h"
#include "cpn/engine/engine.h"

namespace cpn::ctl {

/// Replays an evidence from the initial marking: every step must be enabled, priorities respected,
/// a loop must close, and a path that is said to end dead must. Throws std::logic_error, with what
/// is wrong, otherwise: it is a defect of the program and not of the model.
void Replay(Engine& engine, const Evidence& evidence);

}  // namespace cpn::ctl
