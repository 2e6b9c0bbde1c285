"""The benchmark nets in Maria's language: the same transition systems as models/philosophers.lua,
models/producers_consumers.lua, and those of bench/nets. `(0..n)` behind a place is how many tokens it has;
`+x` is the value after x, and after the last one comes the first.
"""


def philosophers(n):
    return f"""typedef unsigned (1..{n}) philosopher;
typedef enum {{ thinking, has_left, eating }} state;
typedef struct {{ philosopher who, state does }} status;
place Fork (0..#philosopher) philosopher: philosopher p: p;
place Table (#philosopher) status: philosopher p: {{ p, thinking }};
trans Left in {{ place Table: {{ p, thinking }}; place Fork: p; }}
  out {{ place Table: {{ p, has_left }}; }};
trans Right in {{ place Table: {{ p, has_left }}; place Fork: +p; }}
  out {{ place Table: {{ p, eating }}; }};
trans Done in {{ place Table: {{ p, eating }}; }}
  out {{ place Table: {{ p, thinking }}; place Fork: p, +p; }};
"""


def producers_consumers(producers, consumers, values, capacity):
    return f"""typedef unsigned (1..{producers}) producer;
typedef unsigned (1..{consumers}) consumer;
typedef unsigned (1..{values}) value;
typedef unsigned (0..0) slot;
typedef struct {{ producer who, value has }} product;
typedef struct {{ consumer who, value has }} purchase;
place Idle (0..#producer) producer: producer p: p;
place Made (0..#producer) product;
place Buffer (0..{capacity}) value;
place Free (0..{capacity}) slot: {capacity}#0;
place Waiting (0..#consumer) consumer: consumer c: c;
place Got (0..#consumer) purchase;
trans Produce {{ value v!; }} in {{ place Idle: p; }} out {{ place Made: {{ p, v }}; }};
trans Put in {{ place Made: {{ p, v }}; place Free: 0; }}
  out {{ place Idle: p; place Buffer: v; }};
trans Get in {{ place Buffer: v; place Waiting: c; }}
  out {{ place Got: {{ c, v }}; place Free: 0; }};
trans Consume in {{ place Got: {{ c, v }}; }} out {{ place Waiting: c; }};
"""


def token_ring(n):
    return f"""typedef unsigned (0..{n}) number;
typedef struct {{ number machine, number value }} state;
place State (#number) state: number i: {{ i, i }};
trans First in {{ place State: {{ 0, y }}, {{ {n}, y }}; }}
  out {{ place State: {{ 0, +y }}, {{ {n}, y }}; }};
trans Other in {{ place State: {{ w, y }}, {{ +w, z }}; }}
  out {{ place State: {{ w, y }}, {{ +w, y }}; }} gate w != {n} && y != z;
"""


def bit_vector(n):
    return f"""typedef unsigned (1..{n}) index;
typedef struct {{ index at, bool set }} bit;
place Bits (#index) bit: index i: {{ i, false }};
trans Change in {{ place Bits: {{ i, b }}; }} out {{ place Bits: {{ i, !b }}; }};
"""


def counters(k, m):
    lines = ["typedef unsigned (0..0) token;"]
    for c in range(k):
        lines += [f"place At{c}_{i} (0..1) token{': 0' if i == 0 else ''};" for i in range(m)]
        lines += [f"trans Step{c}_{i} in {{ place At{c}_{i}: 0; }} out {{ place At{c}_{(i + 1) % m}: 0; }};"
                  for i in range(m)]
    return "\n".join(lines) + "\n"
