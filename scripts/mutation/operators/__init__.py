"""Mutants made by a rule instead of by taste; scripts/mutate --help says what it does.

tokens      C++ as tokens
statements  the statements and conditions of function bodies
variables   which names have which type
rules       the operators: what can be changed, and into what
sampling    which of these a seed chooses
compiling   does a mutant compile?
command     the command line
"""
