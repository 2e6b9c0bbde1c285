"""C++ as tokens. Lexical only: macros and templates are not expanded."""

import re
from typing import NamedTuple

PATTERN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
  | (?P<string>R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
  | (?P<number>\d[\w'.]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign><=>|<<=|\.\.\.|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)
CLOSING = {"(": ")", "[": "]", "{": "}"}


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int


def tokens_of(source):
    """The tokens of a source, without comments and preprocessor directives."""
    return [Token(found.lastgroup if found.lastgroup != "mark" else "string", found.group(), found.start(), found.end())
            for found in PATTERN.finditer(source) if not found.group("skip")]


def closing(tokens, opening):
    """The index of the bracket that closes the one at `opening`; brackets of all kinds nest."""
    depth = 0
    for i in range(opening, len(tokens)):
        if tokens[i].kind == "sign" and tokens[i].text in CLOSING:
            depth += 1
        elif tokens[i].kind == "sign" and tokens[i].text in CLOSING.values():
            depth -= 1
            if depth == 0:
                return i
    raise ValueError(f"nothing closes {tokens[opening].text!r} at {tokens[opening].start}")
