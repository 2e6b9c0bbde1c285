"""The mutation operators. Each yields changes of a source; whether a change compiles is not its business."""

import re
from typing import NamedTuple

from mutation.operators.statements import JUMPS
from mutation.operators.variables import names_by_type, others_of_type

SHIFTED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
LOCKS = re.compile(r"(const\s+)?std::(lock_guard|unique_lock|scoped_lock)\b")


class Change(NamedTuple):
    """The text from start to end is replaced."""
    start: int
    end: int
    text: str
    effect: str


def one_line(text):
    return re.sub(r"\s+", " ", re.sub(r"//[^\n]*", "", text)).strip()


def negate_condition(code, _):
    for first, last in code.conditions:
        text = code.text(first, last)
        yield Change(code.tokens[first].start, code.tokens[last].end, f"!({text})",
                     f"the condition `{one_line(text)}` is negated")


def drop_statement(code, _):
    for statement in code.simple():
        text = code.text(statement.first, statement.last)
        if code.has_behaviour(statement) and (not is_declaration(code, statement) or LOCKS.match(text)):
            yield Change(code.tokens[statement.first].start, code.tokens[statement.last].end,
                         "{}" if statement.alone else "", f"`{one_line(text)}` is dropped")


def swap_statements(code, _):
    for block in code.blocks:
        for one, other in zip(block, block[1:]):
            if one is None or other is None or not all(map(code.has_behaviour, (one, other))):
                continue
            texts = code.text(one.first, one.last), code.text(other.first, other.last)
            if texts[0] == texts[1] or code.tokens[other.first].text in JUMPS or code.tokens[one.first].text in JUMPS:
                continue
            if is_declaration(code, one) and is_declaration(code, other):
                continue
            between = code.source[code.tokens[one.last].end:code.tokens[other.first].start]
            yield Change(code.tokens[one.first].start, code.tokens[other.last].end,
                         texts[1] + between + texts[0],
                         f"`{one_line(texts[0])}` comes after `{one_line(texts[1])}`")


def off_by_one(code, _):
    for i in tokens_with_behaviour(code):
        token = code.tokens[i]
        around = code.source[token.start - 1] + code.source[token.end]
        if token.text in SHIFTED and around.isspace():  # as in templates it is written without spaces
            yield Change(token.start, token.end, SHIFTED[token.text],
                         f"`{SHIFTED[token.text]}` for `{token.text}` in `{line_at(code, token.start)}`")
        if token.kind == "number" and re.fullmatch(r"[0-9']+u?", token.text) and code.tokens[i - 1].text != ".":
            number = int(token.text.replace("'", "").rstrip("u"))
            for changed in {number + 1, max(0, number - 1)} - {number}:
                yield Change(token.start, token.end, f"{changed}{'u' if token.text.endswith('u') else ''}",
                             f"`{changed}` for `{token.text}` in `{line_at(code, token.start)}`")


def wrong_variable(code, header):
    by_type = names_by_type(code.source, header)
    for i in tokens_with_behaviour(code):
        token = code.tokens[i]
        if token.kind != "name" or code.tokens[i + 1].text in ("(", "::") or code.tokens[i - 1].text == "::":
            continue
        if code.tokens[i - 1].kind == "name" and code.tokens[i - 1].text not in JUMPS:
            continue  # it is declared here
        for other in others_of_type(by_type, token.text):
            if not (other.endswith("_") or other in names_at(code, i)):
                continue
            yield Change(token.start, token.end, other,
                         f"`{other}` for `{token.text}` in `{line_at(code, token.start)}`")


OPERATORS = {"negate": negate_condition, "drop": drop_statement, "swap": swap_statements, "off-by-one": off_by_one,
             "variable": wrong_variable}


def is_declaration(code, statement):
    """Two names in a row, or a type's closing bracket before a name."""
    texts = [code.tokens[i] for i in range(statement.first, statement.last)]
    if texts[0].text in JUMPS or texts[0].text == "delete":
        return False
    if texts[0].text in ("const", "auto", "static", "constexpr"):
        return True
    for one, other in zip(texts, texts[1:]):
        if other.kind == "name" and (one.kind == "name" or one.text in (">", "&", "*") and one is not texts[0]):
            return True
        if one.text in ("(", "=", ".", "->", "[", "{", "++", "--", "+=", "-=", "<<", "!"):
            return False
    return False


def tokens_with_behaviour(code):
    """Indices of the tokens of function bodies, without those of assertions and of what only observes."""
    silent = set()
    for statement in code.simple():
        if not code.has_behaviour(statement):
            silent.update(range(statement.first, statement.last + 1))
    for first, last in code.bodies:
        yield from (i for i in range(first + 1, last) if i not in silent)


def names_at(code, i):
    """The names of the function around a token, its parameters among them; members end with _."""
    first, last = next(body for body in code.bodies if body[0] < i < body[1])
    head = first
    while head > 0 and code.tokens[head - 1].text not in ("}", ";", "{"):
        head -= 1
    return {token.text for token in code.tokens[head:last] if token.kind == "name"}


def line_at(code, place):
    start = code.source.rfind("\n", 0, place) + 1
    return one_line(code.source[start:code.source.find("\n", place)])
