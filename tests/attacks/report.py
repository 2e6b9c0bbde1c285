"""What is printed about attacks: each that failed, and a table by class."""

import collections
import dataclasses
import json

from attacks.attack import Attack


@dataclasses.dataclass
class Result:
    attack: Attack
    complaints: list[str]
    outcomes: list


def progress(result, known):
    """A line for each attack that did not end as it should."""
    cause = known.cause_of(result.attack.name)
    if result.complaints:
        mark = f"known ({cause})" if cause else "FAILED"
        print(f"{mark}: {result.attack.name}: {'; '.join(result.complaints)}", flush=True)


def summary(results, known):
    rows = collections.defaultdict(lambda: [0, 0, 0])
    for result in results:
        row = rows[result.attack.group]
        row[0] += 1
        if result.complaints:
            row[2 if known.cause_of(result.attack.name) else 1] += 1
    print(f"{'class':12} {'attacks':>8} {'failed':>7} {'known':>6}")
    for group, row in sorted(rows.items()):
        print(f"{group:12} {row[0]:8} {row[1]:7} {row[2]:6}")
    total = [sum(row[i] for row in rows.values()) for i in range(3)]
    print(f"{'total':12} {total[0]:8} {total[1]:7} {total[2]:6}")
    repaired = [result.attack.name for result in results
                if not result.complaints and known.cause_of(result.attack.name)]
    if repaired:
        print(f"known to fail, and did not: {', '.join(repaired)}")


def write_json(path, results, known):
    rows = [{"name": result.attack.name, "command": list(result.attack.command),
             "complaints": result.complaints, "cause": known.cause_of(result.attack.name),
             "seconds": [round(outcome.seconds, 3) for outcome in result.outcomes],
             "processor": [round(outcome.processor, 3) for outcome in result.outcomes],
             "megabytes": [outcome.peak >> 20 for outcome in result.outcomes],
             "code": [outcome.code for outcome in result.outcomes],
             "error": result.outcomes[0].err[:400].decode("utf-8", "replace")} for result in results]
    path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
