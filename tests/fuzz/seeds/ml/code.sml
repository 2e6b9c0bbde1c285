input (i); output (n); action (i + 1)
