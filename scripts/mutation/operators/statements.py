"""The statements of function bodies, and the conditions of their ifs and loops."""

from dataclasses import dataclass, field

from mutation.operators.tokens import closing, tokens_of

SCOPES = {"namespace", "class", "struct", "union", "enum", "extern"}
JUMPS = {"return", "break", "continue", "throw", "goto", "co_return"}
NO_BEHAVIOUR = {"assert", "static_assert", "using", "typedef", "PAXOS_OBSERVE"}  # none of the program's own


@dataclass(frozen=True)
class Statement:
    """Tokens first to last of a statement without statements of its own (but for lambdas)."""
    first: int
    last: int
    alone: bool  # the whole body of an if or loop


@dataclass
class Code:
    """What the operators look at; indices are those of `tokens`."""
    source: str
    tokens: list
    bodies: list = field(default_factory=list)      # (first, last): braces of function bodies
    blocks: list = field(default_factory=list)      # statements that stand one after the other
    conditions: list = field(default_factory=list)  # (first, last)

    def text(self, first, last):
        return self.source[self.tokens[first].start:self.tokens[last].end]

    def simple(self):
        return [one for block in self.blocks for one in block if isinstance(one, Statement)]

    def has_behaviour(self, statement):
        return self.tokens[statement.first].text not in NO_BEHAVIOUR


def parse(source):
    """Finds the function bodies of a source and what is in them."""
    code = Code(source, tokens_of(source))
    i = 0
    while i < len(code.tokens):
        if code.tokens[i].text == "{" and is_body(code.tokens, i):
            end = closing(code.tokens, i)
            code.bodies.append((i, end))
            parse_block(code, i + 1, end)
            i = end
        elif code.tokens[i].text == "{" and not is_scope(code.tokens, i):
            i = closing(code.tokens, i)  # the initial value of a variable
        i += 1
    return code


def is_scope(tokens, brace):
    """Is this the brace of a namespace or a class?"""
    i = brace - 1
    while i >= 0 and tokens[i].text not in ("{", "}", ";"):
        if tokens[i].text in SCOPES:
            return True
        i -= 1
    return False


def is_body(tokens, brace):
    """Is this the brace of a function body, rather than of a scope or a value?"""
    if brace == 0 or is_scope(tokens, brace) and tokens[brace - 1].text != ")":
        return False
    if tokens[brace - 1].text in (")", "const", "noexcept", "override", "final", "]"):
        return True
    i = brace - 1  # -> Type {
    while i >= 0 and (tokens[i].kind == "name" or tokens[i].text in ("::", "<", ">", "*", "&", ",")):
        i -= 1
    return i > 0 and tokens[i].text == "->" and tokens[i - 1].text == ")"


def parse_block(code, i, end):
    block = []
    while i < end:
        i, statement = parse_statement(code, i, False)
        block.append(statement)
    code.blocks.append(block)


def parse_statement(code, i, alone):
    """The index behind the statement at i, and the statement if it is a simple one."""
    tokens = code.tokens
    word = tokens[i].text
    if word == "{":
        end = closing(tokens, i)
        parse_block(code, i + 1, end)
        return end + 1, None
    if word in ("if", "while", "for", "switch", "catch"):
        return parse_control(code, i), None
    if word in ("do", "try", "else"):
        return parse_body(code, i + 1), None
    if word in ("case", "default") or tokens[i + 1].text == ":" and tokens[i].kind == "name":
        while tokens[i].text != ":":
            i += 1
        return i + 1, None
    last = i
    while tokens[last].text != ";":
        if tokens[last].text in ("(", "[", "{"):
            end = closing(tokens, last)
            parse_lambdas(code, last, end)
            last = end
        last += 1
    return last + 1, Statement(i, last, alone)


def parse_control(code, i):
    tokens = code.tokens
    word = tokens[i].text
    constant = tokens[i + 1].text == "constexpr"
    opening = i + 2 if constant else i + 1
    end = closing(tokens, opening)
    if not constant and word in ("if", "while", "for"):
        add_condition(code, word, opening + 1, end - 1)
    parse_lambdas(code, opening, end)
    if word == "while" and tokens[end + 1].text == ";":  # of do
        return end + 2
    behind = parse_body(code, end + 1)
    if word == "if" and tokens[behind].text == "else":
        return parse_body(code, behind + 1)
    return behind


def parse_body(code, i):
    behind, statement = parse_statement(code, i, True)
    if statement is not None:
        code.blocks.append([statement])
    return behind


def add_condition(code, word, first, last):
    """Of `for (a; b; c)` it is b, of `if (a; b)` b; a loop over a range has none, nor has a declaration."""
    semicolons = [i for i in range(first, last + 1) if code.tokens[i].text == ";"]
    if word == "for":
        if len(semicolons) != 2 or semicolons[1] == semicolons[0] + 1:
            return
        first, last = semicolons[0] + 1, semicolons[1] - 1
    elif semicolons:
        first = semicolons[-1] + 1
    if all(code.tokens[i].text != "=" for i in range(first, last + 1)):
        code.conditions.append((first, last))


def parse_lambdas(code, first, last):
    """The bodies of lambdas among these tokens."""
    i = first
    while i <= last:
        if code.tokens[i].text == "{" and is_lambda(code.tokens, i):
            end = closing(code.tokens, i)
            parse_block(code, i + 1, end)
            i = end
        i += 1


def is_lambda(tokens, brace):
    """Does `[...](...) {` or `[...] {` stand before the brace?"""
    if tokens[brace - 1].text not in (")", "]", "mutable", "noexcept"):
        return False
    depth = 0
    for i in range(brace - 1, max(0, brace - 200), -1):
        if tokens[i].text in (")", "]"):
            depth += 1
        elif tokens[i].text in ("(", "["):
            depth -= 1
            if depth == 0 and tokens[i].text == "[":
                return tokens[i - 1].kind != "name" and tokens[i - 1].text not in (")", "]")
        elif depth == 0 and tokens[i].text in (";", "{", "}"):
            return False
    return False
