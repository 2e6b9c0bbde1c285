local c = unit for i = 1, 60 do c = copies(1, c) end P = place(UNIT, { c })
