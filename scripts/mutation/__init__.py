"""The campaign of scripts/mutants, one module an idea; scripts/mutants --help says what it does.

catalogue   which mutants there are: tests/mutants/manifest.json and a patch each
folder      or a folder of patches without a manifest
suites      the generated suites that are to find them
program     programs of the build as columns beside the suites
systematic  those that run the code under one scheduler (systematic/)
copies      copies of the sources, mutated and built
judge       runs a suite on a copy: killed, and by what
memory      what earlier calls found for the same sources
campaign    the unmodified sources and all mutants, over all copies
report      the matrix as text, JSON and Markdown
page        docs/mutants.md
command     the command line
"""
