"""Attacks that are made: each family is a construct, and how deep, long, wrong or mutated it is."""


def all_families(mutants, seed):
    """All that the families make; `mutants` of each input that is mutated, from `seed`."""
    from attacks.families import calls, growing, mutated, nesting, options, sizes, strings

    attacks = []
    for family in (nesting, sizes, calls, strings, growing, options):
        attacks += family.attacks()
    return attacks + mutated.attacks(mutants, seed)
