local c = unit
for i = 1, 1e308 do c = place(INT)(sum(copies(0, c))) end
P = place(UNIT, { c })
