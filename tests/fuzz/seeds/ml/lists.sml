fun sum nil = 0 | sum (x::xs) = x + sum xs;
%% INT
let val (a, b) = (1, [2, 3]) in sum (a::b @ List.map (fn x => x * x) [i]) end
