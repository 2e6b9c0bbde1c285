R = record { a = INT, b = INT }
var { i = INT }
P = place(R, { { a = 1, b = 2 } })
T = transition { input = { P { a = i } }, output = { P { a = expr "i + 1" } } }
