"""Whether a program ended as an attack says: what is wrong, one line each."""

import fnmatch
import re

from attacks.attack import ENDS

MOST_ERROR = 16 << 10  # bytes of an error message
# What no program of ours says, whatever its exit code.
ACCIDENTS = re.compile(
    rb"terminate called|AddressSanitizer|LeakSanitizer|ThreadSanitizer|runtime error: |Assertion .* failed"
    rb"|PANIC: |double free|std::[a-z_]+|basic_string|vector::_M|map::at|error in error handling|CLI::")
# Lines that go with an error, or stand beside it.
NO_ERROR = re.compile(r"\w[\w-]*: (hint|warning|note|remark): |Try: ")
PROGRAMS = ("cpngen", "adapter", "paxos_server", "paxos_client", "protoc-gen-quorum")


def judge(attack, outcomes):
    """Complaints about the runs of an attack; none is how it should be."""
    complaints = []
    for outcome in outcomes:
        for complaint in (*_end(attack, outcome), *_texts(attack, outcome), *_leftovers(attack, outcome)):
            if complaint not in complaints:
                complaints.append(complaint)
    if not complaints and attack.compare:
        complaints.extend(_differences(outcomes))
    return complaints


def _end(attack, outcome):
    if outcome.stopped == "time":
        yield f"hang: not over after {attack.seconds:g} s"
    elif outcome.stopped == "memory":
        yield f"memory: more than {attack.memory} MB"
    elif outcome.stopped == "output":
        yield "output: endless"
    elif outcome.code not in [ENDS[end] for end in attack.ends]:
        yield f"crash: {outcome.signal}" if outcome.signal else f"exit code: {outcome.code}, not {' or '.join(attack.ends)}"
    elif outcome.peak > attack.memory << 20:
        yield f"memory: {outcome.peak >> 20} MB, more than {attack.memory} MB"


def errors(attack, text):
    """The first lines of the error messages in what a program wrote."""
    files = "|".join([re.escape(name) for name in attack.files] + ["--?[a-zA-Z]"])
    words = "|".join(re.escape(word) for word in attack.command[1:] if word)
    begin = re.compile(rf"({'|'.join(PROGRAMS)}): |(\S*/)?({files})\S*( \S+)?:\d+|({words or files})\S*: "
                       r"|time=\S+ level=(error|critical) |\[[^]]*\] \[paxos_client\] \[error\] ")
    return [line for line in text.split("\n") if begin.match(line) and not NO_ERROR.match(line)]


def _texts(attack, outcome):
    if outcome.stopped or outcome.signal:
        return
    accident = ACCIDENTS.search(outcome.err)
    if accident:
        yield f"message: says {accident.group().decode()}"
    if len(outcome.err) > MOST_ERROR:
        yield f"message: {len(outcome.err)} bytes long"
    try:
        text = outcome.err.decode("utf-8")
    except UnicodeDecodeError:
        yield "message: is not UTF-8"
        return
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]", text):
        yield "message: has control characters"
    if attack.stderr != "file":
        return
    if outcome.code == ENDS["refused"]:
        yield from _message(attack, text)
    if outcome.code == ENDS["limit"] and not text and not outcome.out:
        yield "message: none of the limit"
    if attack.never and re.search(attack.never, text):
        yield f"message: says {_begin(text)!r}"
    if attack.says and not re.search(attack.says, text):
        yield f"message: does not say /{attack.says}/ but {_begin(text)!r}"


def _begin(text):
    return text.split("\n", 1)[0][:120]


def _message(attack, text):
    found = errors(attack, text)
    if not text:
        yield "message: none"
    elif not found:
        yield f"message: of no known form: {_begin(text)!r}"
    elif len(found) > 1 and not attack.several:
        yield f"message: {len(found)} errors, not one: {found[1][:100]!r}"
    elif attack.place:
        place = rf"(\w[\w-]*: )?(\S*/)?{re.escape(attack.place)}:\d+(:\d+)?: \S"
        if not re.match(place, found[0]):
            yield f"message: no place in {attack.place}: {found[0][:120]!r}"


def _leftovers(attack, outcome):
    if outcome.stopped:
        return  # what was killed cannot clean up
    refused = outcome.code == ENDS["refused"] or outcome.signal
    allowed = () if refused else attack.outputs
    for name in outcome.new:
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in allowed):
            yield f"leftover: file {re.sub(r'[.-][0-9a-zA-Z]{6,}$', '-...', name)}"
    for name in outcome.changed:
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in attack.outputs) or refused:
            yield f"leftover: input {name} is not as it was"
    for name in outcome.left:
        yield f"leftover: process {name}"


# How long something took is the only thing that reports say of a run besides its results; a report in
# the form of CPN Tools says in whole seconds when it was made, and what it took.
_CLOCK = re.compile(rb'"seconds": [0-9.e-]+|\b[0-9]+\.[0-9]+ s\b|Report generated: .*|\bSecs: +[0-9]+')


def _differences(outcomes):
    first = outcomes[0]
    for other in outcomes[1:]:
        pairs = {"exit code": (first.code, other.code),
                 "standard output": (_CLOCK.sub(b"", first.out), _CLOCK.sub(b"", other.out)),
                 "standard error": (_CLOCK.sub(b"", first.err), _CLOCK.sub(b"", other.err)),
                 "files": (first.new, other.new)}
        for what, (one, two) in pairs.items():
            if one != two:
                yield f"differs: {what} in two runs"
                return
