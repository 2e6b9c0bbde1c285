// What the cases of all kinds of Paxos hold. For those who handle several kinds; others include the
// one that they need.
#pragma once

#include "adapter/systems/paxos/cases/acceptor_case.h"
#include "adapter/systems/paxos/cases/configuration_case.h"
#include "adapter/systems/paxos/cases/connection_case.h"
#include "adapter/systems/paxos/cases/failure_detector_case.h"
#include "adapter/systems/paxos/cases/leader_change_case.h"
#include "adapter/systems/paxos/cases/learner_case.h"
#include "adapter/systems/paxos/cases/messages.h"
#include "adapter/systems/paxos/cases/quorum_function_cases.h"
#include "adapter/systems/paxos/cases/replica_case.h"
#include "adapter/systems/paxos/cases/storage_case.h"
#include "adapter/systems/paxos/cases/system_case.h"
#include "adapter/systems/paxos/cases/wire_case.h"
