"""Which names are declared with which type, as the source writes them: parameters, locals and members."""

import re

DECLARATION = re.compile(
    r"(?<![\w:.>])(?P<type>(?:const\s+|static\s+|mutable\s+)*[A-Za-z_][\w:]*(?:<[^<>;(){}]*(?:<[^<>;(){}]*>[^<>;(){}]*)*>)?)"
    r"(?:\s+|\s*[&*]+\s*)(?P<name>[a-z]\w*)\s*(?=[,)=;:{\[])(?!::)")
NO_TYPES = {"return", "throw", "new", "delete", "else", "case", "goto", "using", "typename", "class", "struct", "enum",
            "namespace", "auto", "const auto", "co_return", "operator", "public", "private", "protected", "default"}


def names_by_type(*sources):
    """The names of each type; const and references make no difference, pointers do."""
    by_type = {}
    for source in sources:
        for found in DECLARATION.finditer(re.sub(r"//[^\n]*", "", source)):
            text = re.sub(r"\b(const|static|mutable)\s+", "", found.group("type")).strip()
            if text in NO_TYPES or found.group("type").strip() in NO_TYPES:
                continue
            pointer = "*" if "*" in found.group()[len(found.group("type")):].split(found.group("name"))[0] else ""
            by_type.setdefault(re.sub(r"\s+", " ", text) + pointer, set()).add(found.group("name"))
    return by_type


def others_of_type(by_type, name):
    """The other names that are declared somewhere with a type that this one has, too."""
    return sorted({other for names in by_type.values() if name in names for other in names} - {name})
