"""The benchmark nets in Promela, for SPIN: the same transition systems as models/philosophers.lua,
models/producers_consumers.lua, models/paxos_kernel.lua, and those of bench/nets. Every step is one d_step, so that SPIN's
transitions are the nets' arcs; SPIN counts one state and one or two transitions more, for the steps that
set up its initial state.

The figures of SPIN and of a dozen other tools for these systems agree (issue 3).
"""


def philosophers(n):
    """One process each, since that is how SPIN's models are written; bool = the fork is taken."""
    return f"""#define N {n}
bool taken[N];
active [N] proctype Philosopher() {{
  byte i = _pid;
  do
  :: d_step {{ !taken[i] -> taken[i] = 1 }};
     d_step {{ !taken[(i + 1) % N] -> taken[(i + 1) % N] = 1 }};
     d_step {{ taken[i] = 0; taken[(i + 1) % N] = 0 }}
  od
}}
"""


def producers_consumers(producers, consumers, values, capacity):
    """0 is no value; the buffer is how often it has each."""
    steps = []
    for p in range(producers):
        for v in range(1, values + 1):
            steps.append(f"made[{p}] == 0 -> made[{p}] = {v}")
        steps.append(f"made[{p}] > 0 && free > 0 -> buffer[made[{p}]]++; free--; made[{p}] = 0")
    for c in range(consumers):
        for v in range(1, values + 1):
            steps.append(f"got[{c}] == 0 && buffer[{v}] > 0 -> buffer[{v}]--; free++; got[{c}] = {v}")
        steps.append(f"got[{c}] > 0 -> got[{c}] = 0")
    declarations = (
        f"byte made[{producers}]; byte got[{consumers}]; byte buffer[{values + 1}]; "
        f"byte free = {capacity};\n")
    return declarations + _one_process(steps)


def paxos_kernel(proposers, acceptors):
    """Phases: 0 idle, 1 preparing, 2 accepting. Message flags and fields have an entry for each proposer
    and acceptor; fields of absent messages are 0, so that equal states are equal vectors."""
    quorum = acceptors // 2 + 1
    steps = []
    for p in range(proposers):
        entries = [p * acceptors + a for a in range(acceptors)]
        prepare = " ".join(f"prepare[{k}] = 1;" for k in entries)
        accept = " ".join(f"accept[{k}] = value[{p}];" for k in entries)
        steps.append(f"phase[{p}] == 0 -> phase[{p}] = 1; {prepare}")
        for a, k in enumerate(entries):
            ballot = p + 1
            steps.append(
                f"prepare[{k}] -> prepare[{k}] = 0; if :: {ballot} > promised[{a}] -> "
                f"promised[{a}] = {ballot}; promise[{k}] = 1; promise_voted[{k}] = voted[{a}]; "
                f"promise_vote[{k}] = vote[{a}] :: else -> skip fi")
            steps.append(
                f"promise[{k}] -> promise[{k}] = 0; if :: phase[{p}] == 1 -> "
                f"if :: promise_voted[{k}] > highest[{p}] -> highest[{p}] = promise_voted[{k}]; "
                f"value[{p}] = promise_vote[{k}] :: else -> skip fi; promises[{p}]++; "
                f"if :: promises[{p}] == {quorum} -> phase[{p}] = 2; promises[{p}] = 0; "
                f"highest[{p}] = 0; {accept} :: else -> skip fi :: else -> skip fi; "
                f"promise_voted[{k}] = 0; promise_vote[{k}] = 0")
            steps.append(
                f"accept[{k}] > 0 -> if :: {ballot} >= promised[{a}] -> promised[{a}] = {ballot}; "
                f"voted[{a}] = {ballot}; vote[{a}] = accept[{k}]; learn[{k}] = 1 :: else -> skip fi; "
                f"accept[{k}] = 0")
            steps.append(f"learn[{k}] -> learn[{k}] = 0; learnt[{p}]++")
    messages = proposers * acceptors
    declarations = (
        f"byte phase[{proposers}], promises[{proposers}], highest[{proposers}], value[{proposers}], "
        f"learnt[{proposers}];\n"
        f"byte promised[{acceptors}], voted[{acceptors}], vote[{acceptors}];\n"
        f"bool prepare[{messages}], promise[{messages}], learn[{messages}];\n"
        f"byte promise_voted[{messages}], promise_vote[{messages}], accept[{messages}];\n")
    initial = "d_step { " + " ".join(f"value[{p}] = {p + 1};" for p in range(proposers)) + " }"
    return declarations + _one_process(steps, initial)


def empty():
    """A model with nothing to explore: what the verifier needs for itself."""
    return "active proctype M() { skip }\n"


def token_ring(n):
    """Machine i has a value v[i]."""
    steps = [f"v[0] == v[{n}] -> v[0] = (v[0] + 1) % {n + 1}"]
    steps += [f"v[{i}] != v[{i - 1}] -> v[{i}] = v[{i - 1}]" for i in range(1, n + 1)]
    initial = "d_step { " + " ".join(f"v[{i}] = {i};" for i in range(n + 1)) + " }"
    return f"byte v[{n + 1}];\n" + _one_process(steps, initial)


def bit_vector(n):
    return f"bool b[{n}];\n" + _one_process([f"true -> b[{i}] = 1 - b[{i}]" for i in range(n)])


def counters(k, m):
    """Each step of each counter is a step of its own, as it is a transition of the net."""
    steps = [f"at[{c}] == {i} -> at[{c}] = {(i + 1) % m}" for c in range(k) for i in range(m)]
    return f"short at[{k}];\n" + _one_process(steps)


def _one_process(steps, initial=""):
    """Each step `guard -> effects` is an alternative of one endless loop."""
    alternatives = "\n".join(f"  :: d_step {{ {step} }}" for step in steps)
    return f"active proctype M() {{\n  {initial}\n  do\n{alternatives}\n  od\n}}\n"
