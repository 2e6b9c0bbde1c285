// What `cpngen COMMAND --help` says below the options. Internal to command_line.cc.
#pragma once

namespace cpngen {

inline constexpr const char* kDescription =
    "Simulates, explores, checks and draws coloured Petri nets, and generates test suites from "
    "them.";

inline constexpr const char* kFooter = R"(
A MODEL is a .lua file, or a folder with an init.lua (docs/model_language.md), a .cpn file of CPN
Tools (docs/cpn_tools.md), or a .pnml file with a place/transition net or a symmetric net.

The Debian package has what is called docs/... and models/... here in /usr/share/doc/cpngen.

Examples:
  cpngen describe models/paxos                       parameters, modules, test case specifications
  cpngen simulate models/paxos --seed 7 -D clients=1
  cpngen check models/paxos -D phase_two_failures=1  do the model's properties hold?
  cpngen generate models/paxos --spec system --simulations 100 --seed 7 -o system.xml
  cpngen generate models/two_phase_commit --spec system --state-space -D W=4 -o suite.xml
  cpngen conform lock.lua run.json                   is a run of a system one of the model?
  cpngen merge part-*.xml -o suite.xml               the parts of a call on several machines
  cpngen space models/two_phase_commit -D W=2        the state-space report
  cpngen draw models/paxos -o paxos.svg
  cpngen import net.pnml -o models                   the net as a Lua model: models/net.lua
  cpngen export models/philosophers.lua -o net.pnml  the model for other tools, if it is a symmetric net
  cpngen mcc Philosophers-COL-000005 --examination CTLFireability

Exit codes: 0 done; 1 a property is violated, or a trace does not conform; 2 the model or the call is
wrong, or there is no test case; 3 a limit (states, cases, memory, time) was reached, or Ctrl-C or SIGTERM came.
)";

inline constexpr const char* kSimulateFooter = R"(
Prints one run, step by step: the binding element, the tokens that it takes (-), gives (+) or only
looks at (=), and the fields that it changes in a record (~), in colour on a terminal (not with
NO_COLOR set).
The run ends in a dead marking, or after --steps. --msc draws it as a message sequence chart (.svg,
or .mmd for Mermaid) if the model has a chart (docs/model_language.md).

--runs N looks for violated properties in N runs instead, with the seeds S, S+1, ..., and prints the
first run that violates each. INV and NOT(POS) of plain formulas are violated where these fail, EV and
NOT(ALONG) where a run ends dead; other properties are for `cpngen check`. That none is violated in
these runs is no proof that none is. --shard I/N does a part of them; cpngen merge adds up what the
parts print with --json (docs/scaling.md).

--schedules N does so under a strategy that knows how to find bad orders of events, and makes what it
finds as short as it can (docs/schedules.md). --record keeps the short runs as traces, --schedule-file
as schedules; --replay runs either again. EV is suspected, too, where a fair run goes on for long
without it (--temperature). Run i depends on the seed, the strategy and i alone. --steps ends a run;
one under a fair strategy may have ten times as many.

Examples:
  cpngen simulate models/two_phase_commit --seed 3
  cpngen simulate models/two_phase_commit --seed 3 --record run.json
  cpngen simulate models/two_phase_commit --replay run.json
  cpngen simulate models/paxos --replay trace.json --property L1      (of cpngen check --trace)
  cpngen simulate models/paxos --steps 20 --json
  cpngen simulate models/two_phase_commit --seed 3 --msc run.svg
  cpngen simulate models/paxos -D clients=3 --runs 10000 --property S1 --seed 7
  cpngen simulate lock.lua --runs 1000000 --shard 2/8 --json > 2.json
  cpngen simulate models/paxos --schedules 10000 --strategy pct:3 --property S3 --workers 2
  cpngen simulate lock.lua --schedules 1000 --record found.json --schedule-file found.schedule
  cpngen simulate lock.lua --replay found.schedule

Exit codes: 0 done; 1 --runs or --schedules found a violated property, or a replayed schedule has one;
2 the model or the call is wrong; 3 a limit or Ctrl-C ended it, and nothing is violated as far as it
came.

)";

inline constexpr const char* kSearchFooter = R"(
Looks for what `cpngen check` cannot explore: an execution after which a property can no more come to
hold, and the step that put it out of reach, the critical transition (docs/liveness_search.md).

A property that can be looked for is INV(POS(F)) or INV(EV(F)), F must come again and again, or INV(F),
F must always hold, where F is made of NF, NOT, AND and OR.

Executions begin in all ways that there are, up to a depth that grows to --depth, and go on by chance:
a binding element is as likely as the weight of its transition, or of its kind, says (docs/
model_language.md). One that is much longer than others needed to come to where F holds is suspected.
Walks from its states, or all that follows them (--exact-states), say from where on F is out of reach:
"certain" when all that follows was looked at. Where no more than --exact-states markings follow from
the initial one, it is also said how many of them are dead (F is out of reach), doomed (F does not come
again and again), and almost surely doomed, and which transitions enter dead ones.

Examples:
  cpngen search models/liveness/stale_syn.lua
  cpngen search models/paxos -D phase_one_failures=1 --property "can decide" --executions 10000
  cpngen search lock.lua --seed 7 --workers 2 --trace found.json --msc found.svg
  cpngen search lock.lua --executions 100000 --shard 2/8 --json > 2.json
  cpngen simulate lock.lua --replay found.json

Exit codes: 0 nothing was found; 1 a property is out of reach, or violated; 2 the model or the call is
wrong; 3 an execution is suspected, but it is not decided, or a limit or Ctrl-C ended the search.
)";

inline constexpr const char* kDebugFooter = R"(
Shows a run, forwards and backwards, and lets it go on differently from any step (docs/debugging.md).
Commands come from the terminal, with line editing, history and completion (Tab), from standard input, or
from --command. `help` lists them: step, back, jump, continue, break, fire, choices, why, marking, diff,
filediff, list, graph, node, filter, live, bookmark, return, undo, branches, save.

A trace of a net is looked at with its model, which is loaded with the parameters that the trace names. Of
a trace of a simulated or real system, or without its model, states are what the trace holds, and it
cannot go on differently.

Examples:
  cpngen debug models/liveness/stale_syn.lua
  cpngen search models/liveness/stale_syn.lua --trace found.json
  cpngen debug found.json --command "jump 5" --command diff --command "filediff found.json"
  cpngen debug models/paxos --replay run.json --command "why Replica.Promise {a = 1}"

Exit codes: 0 done; 2 the model, the trace or the call is wrong, or a command that was not typed at a
terminal; 3 a walk to a live state did not arrive, or a limit was met.
)";

inline constexpr const char* kExploreFooter = R"(
Serves a page on this machine and prints its address: the net as drawn with the tokens on it, enabled
transitions that occur on a click, why others cannot, what each step changed, the steps that were tried
as a tree, the message sequence chart, and the properties' values (docs/explorer.md). The address of a
step is a link that leads there again. ? on the page lists the keys. Ctrl-C ends the program.

MODEL may be a trace file, too. One that has a model, such as a counterexample, opens in its model at
the critical step, or at its last one. One of a real or simulated system has lanes and no net.

Only who has the address gets anything: the server listens on 127.0.0.1, a random token is part of the
address, and pages of others are refused.

Examples:
  cpngen explore models/two_phase_commit
  cpngen check models/two_phase_commit --trace found.json; cpngen explore found.json
  cpngen explore models/liveness/stale_syn.lua --trace found.json --open

Exit codes: 0 it was ended by Ctrl-C; 2 the model, the trace or the call is wrong; 3 a limit ended it.
)";

inline constexpr const char* kCheckFooter = R"(
Says of each property (docs/properties.md) whether it holds, and shows why where one run can show
it: the steps of a witness or counterexample, each with its binding, the tokens that it takes (-),
gives (+) or only looks at (=), and the fields that it changes in a record (~).

When a limit or Ctrl-C ends the exploration, properties that are not decided by then are unknown.

Of the runs that go on for ever, those count that are fair to the transitions with fair = "weak" or
"strong" in the model; --fairness says otherwise. A loop that is shown says why it is fair.

--trace writes the runs as JSON; `cpngen simulate MODEL --replay FILE` steps through them. --msc
draws them as message sequence charts (.svg, or .mmd for Mermaid) if the model has a chart
(docs/model_language.md); with several properties, one file each: FILE.NAME.svg. --to-suite makes test
cases of them: what can be observed of each run.

Examples:
  cpngen check models/two_phase_commit
  cpngen check models/paxos --property S1 --property S2 -D phase_two_failures=1 --workers 2
  cpngen check models/paxos --json --max-seconds 60 --max-memory 4G
  cpngen check models/two_phase_commit --property "can abort" --trace run.json --msc run.svg
  cpngen check models/two_phase_commit --property "can abort" --to-suite abort.xml --spec system
  cpngen check models/raft_election.lua --property "elects a leader" --fairness none
  cpngen check models/two_phase_commit -D W=9 --reduce stubborn

Exit codes: 0 all hold; 1 one is violated; 2 the model or the call is wrong; 3 a limit was reached,
and nothing is violated as far as that shows.
)";

inline constexpr const char* kConformFooter = R"(
A trace conforms when what was seen is the beginning of what a run of the model shows
(docs/conformance.md). The test case specification says what can be seen; all else is silent, and may
happen at any time. Any number of silent steps, and any right order, is accepted. With --at-rest a
trace must also be over: no response may be owed after its last event.

Of a trace that does not conform, the first event that no marking explains is named, with the longest
explained run of the model before it, the binding elements that would show the event, and what each of
them lacks. Runs of models (cpngen simulate --record) are checked step by step, or, with --observed,
by what the specification shows of them.

Traces are those of adapter run --trace, or any other (docs/trace_format.md). With --log, the files are
logs of a system as it is in use: records of JSON, a line each, of which MAPPING.lua makes events. With
--order node or clock, a log conforms if its events do in some order that agrees with what is known.

Examples:
  cpngen conform lock.lua traces/*.json
  cpngen conform models/two_phase_commit run.json --spec system --at-rest
  cpngen conform models/two_phase_commit -D W=4 run.json --spec system --json
  cpngen conform lock.lua run.json --trace explained.json --msc seen.svg
  cpngen conform lock.lua run.json --msc beside.txt
  cpngen conform lock.lua server.jsonl client.jsonl --log lock_log.lua
  cpngen conform lock.lua all.jsonl --log lock_log.lua --order clock
  cpngen simulate lock.lua --seed 3 --record run.json && cpngen conform lock.lua run.json --observed

Exit codes: 0 all conform; 1 one does not; 2 the model, a trace, a log or the call is wrong; 3 a limit was
reached before there was a verdict.
)";

inline constexpr const char* kGenerateFooter = R"(
--state-space gives all test cases that the model has, each once; with --simulations, what so many
random runs give, without duplicates. The suite does not depend on --jobs. Nothing is written when
the suite would be empty, or when a limit is reached.

A model that never ends gives no whole runs. With --observations N a case ends once N observations were
made and the system has answered what it was asked by then; a specification may have a goal instead
(docs/model_language.md).

Where the system may answer the same stimuli in several ways, each case has one of them, and a system
passes only those in which it happens to answer so; cpngen warns of that. With --merge such cases are
one, with alternatives (docs/suite_format.md), and as few cases as cover all of them are written.
Simulations miss the alternatives that no run had; --state-space has them all.

--goal NAME gives few of the cases of --state-space, which together cover all that can be reached of
the transitions, the bindings, the arcs of the state space, the pairs of observable binding elements one
after the other, or the conditions of guards (mcdc: each shown to decide); see docs/model_coverage.md.
--max-cases N takes the N that cover most, and --cover-missing only what a suite leaves uncovered.

With -o suite.xml, --split writes suite-1.xml, suite-2.xml, ...

--shard I/N does the I-th of N parts of --simulations, for as many machines or jobs. Each writes a
part, which is no suite yet; cpngen merge makes of all parts what one call would have written
(docs/scaling.md).

Examples:
  cpngen generate lock.lua --state-space --merge -o lock.xml
  cpngen generate models/two_phase_commit --spec system --state-space -o suite.xml
  cpngen generate models/two_phase_commit --spec system --state-space -D W=4 -o suite.xml --split
  cpngen generate models/two_phase_commit --spec system --state-space -D W=9 --reduce stubborn -o 9.xml
  cpngen generate models/paxos --spec system --simulations 1000 --seed 7 --jobs 2 -o system.xml
  cpngen generate lock.lua --simulations 100 --steps 500 --observations 20 -o long.xml
  cpngen generate models/paxos --spec system --goal arcs -o few.xml
  cpngen generate lock.lua --goal pairs --cover-missing lock.xml -o more.xml
  cpngen generate models/paxos --spec prepare_qf --simulations 10 -o - | less
  cpngen generate models/paxos --spec system --simulations 9000 --shard 2/3 -o 2.xml
)";

inline constexpr const char* kMergeFooter = R"(
Puts together what the N parts of a call made, each with --shard I/N, so that the result is what the
call without --shard makes (docs/scaling.md):

  cpngen generate --simulations    parts of a suite: the same suite, byte for byte
  adapter run --json or --junit    reports: all cases, in the order of one run, as long as they took
  cpngen simulate --runs --json    counts added, of each property the violation of the lowest seed
  cpngen search --json             counts added, of each property the lowest execution's finding
  programs for systematic testing  the same, of each harness; with --json

All N parts must be there, each once, of the same call: model and parameters, seed, options, suites.
Other files are refused, with what is different. The parts may be given in any order.

Examples:
  for i in 1 2 3; do cpngen generate lock.lua --simulations 900 --shard $i/3 -o $i.xml & done; wait
  cpngen merge 1.xml 2.xml 3.xml -o lock.xml
  cpngen merge results-*.json -o results.json

Exit codes: that of the call without --shard: 0 done, all passed, nothing found; 1 a case failed, a
property is violated, something was found; 3 a case is inconclusive, or a part ended before it was
done. 2: the parts do not belong together, or have no test case.
)";

inline constexpr const char* kCoverFooter = R"(
Says of each criterion how much of what a run of the model can reach is covered (docs/model_coverage.md):
transitions, bindings, arcs of the state space, values and markings of places, outcomes of guards
(decisions) and of their conditions, MC/DC (each condition shown to decide), premises of properties, and
pairs of observable binding elements.

A test case stands for all runs of the model that show it and nothing else. `covered` counts what some
such run goes through, `sure` what all of them do, whatever the system does inside. A recorded run covers
what it went through. What no run can reach is listed apart, and does not count: 100 % is possible.
When the state space has more than --max-states markings, this is not known, and only recorded runs can
be measured.

Examples:
  cpngen cover models/two_phase_commit suite.xml
  cpngen cover models/paxos system.xml --criterion mcdc --criterion arcs --list 50
  cpngen cover models/two_phase_commit run.json --variable w --json
  cpngen cover models/two_phase_commit suite.xml -o coverage.html --svg coverage.svg

Exit codes: 0 done; 2 the model, a file or the call is wrong; 3 a limit was reached.
)";

inline constexpr const char* kReportFooter = R"(
Writes one page of HTML that needs no other file, no server and no script, to be read or sent: the
model's modules as drawn, each leading to those below it; the state space report; each property with
its verdict and the run that shows it; the suites, case by case; what failed, with what was expected,
what happened, and a chart of it; and what the suites cover of the model, on the net as well. What is
not given is left out (docs/report.md).

A suite counts for coverage when the model has its test case specification and its parameters; the
page says of each other one why not. When the state space has more than --max-states markings, the page
says so, shows what was seen, and calls unknown what is. --max-seconds and --max-memory end the command
without a page. Same inputs, same bytes: the page has no dates, and no folders of absolute paths.

Examples:
  cpngen report models/two_phase_commit -o report.html
  cpngen report models/two_phase_commit suite.xml -D W=2 -o report.html
  adapter run suite.xml --system system.lua --json > results.json
  cpngen report models/two_phase_commit suite.xml results.json -o report.html
  cpngen report models/paxos suites/*.xml results.json --list 200 -o report.html

Exit codes: 0 the page is written, whatever it says; 2 the model, a file or the call is wrong; 3 stopped
by --max-seconds, --max-memory or Ctrl-C.
)";

inline constexpr const char* kSpaceFooter = R"(
The report has the sections of CPN Tools': statistics, bounds, home markings, dead markings, dead and
live transition instances, fairness. Nodes are numbered from 1, the initial marking. The report does
not depend on --workers.

An exploration that meets a limit, or Ctrl-C, ends with the last breadth-first level that is whole.
What it finds is reported, with a remark on every line that could change; the exit code is 3.

--count needs the least memory: it keeps no arcs, and counts nodes, arcs and dead markings only.
--dump writes an Aldebaran file (.aut, as mCRL2, CADP and LTSmin read it), with nodes from 0.

Examples:
  cpngen space models/two_phase_commit -D W=2
  cpngen space models/philosophers.lua -D N=12 --count --workers 2
  cpngen space models/philosophers.lua -D N=3 --svg philosophers.svg
  cpngen space models/paxos --max-seconds 60 --max-memory 4G --json -o paxos.json
  cpngen space models/lamport_paxos.lua --dump paxos.aut
  cpngen space models/two_phase_commit -D W=9 --reduce stubborn --count
  cpngen space protocol.cpn -D Limit=3 --cpn-tools       a line-by-line match for CPN Tools' report
)";

inline constexpr const char* kDrawFooter = R"(
One picture per module, by Graphviz: with -o paxos.svg, paxos.Acceptor.svg and so on; with --module,
or when the model has one module only, the file itself. What is larger than a page of 1,600 pixels
is made smaller; where texts could not be read any more, it is split: paxos-2.svg and so on have the
next pages, and places that are on several say so. With --whole nothing is split. A .dot file has
all positions in it: render it with `dot -Tpng`.

Examples:
  cpngen draw models/paxos -o pictures/paxos.svg
  cpngen draw models/paxos --module Acceptor -o acceptor.svg
)";

inline constexpr const char* kDescribeFooter = R"(
Examples:
  cpngen describe models/paxos
  cpngen describe models/paxos -D replicas=5 --json
)";

inline constexpr const char* kImportFooter = R"(
Writes a model of CPN Tools (docs/cpn_tools.md), a place/transition net or a symmetric net
(docs/pnml.md) as a model in the model language, to read and to go on with: DIR/net.lua for net.pnml
or for a net.cpn with one page; for one with several pages the folder DIR/net, with an init.lua and a
file for each page that stands behind a substitution transition. DIR is made if it is not there.

What of a .cpn file cannot be translated (time, code with effects, ...) is listed with its page, its
object and the reason. Then nothing is written, unless --partial is given.

Examples:
  cpngen import net.pnml -o models
  cpngen import protocol.cpn -o models && cpngen describe models/protocol
)";

inline constexpr const char* kExportFooter = R"(
Writes a model as PNML (ISO/IEC 15909-2): a symmetric net, or a place/transition net when it has no
colours. Modules are flattened. The net has the model's markings, and as many arcs between them.

A model that is more than that is refused, with the place or transition that is: colour sets that
are not finite, inhibitor and reset arcs, priorities (docs/pnml.md).

Examples:
  cpngen export models/philosophers.lua -D N=8 -o philosophers.pnml
)";

inline constexpr const char* kMccFooter = R"(
DIR holds a net of the Model Checking Contest (https://mcc.lip6.fr): model.pnml, and a file NAME.xml
with formulas for each of the examinations CTLCardinality, CTLFireability, ReachabilityCardinality,
ReachabilityFireability and UpperBounds. StateSpace, ReachabilityDeadlock, QuasiLiveness and Liveness
need no file.

Answers are printed in the contest's form. Where a limit was met before an answer was sure, it is
CANNOT_COMPUTE, and the exit code is 3.

Examples:
  cpngen mcc Philosophers-COL-000005 --examination StateSpace
  cpngen mcc Philosophers-COL-000005 --examination CTLFireability --seconds 60 --workers 2
)";

}  // namespace cpngen
