"""Hostile inputs, and a runner that judges how the programs end on them.

`scripts/attack` runs them; `scripts/attack --help` says how. An attack is data (data/*.toml, or made
by a family in families/): the files of a folder, a command that runs in it, and how it must end.
"""
