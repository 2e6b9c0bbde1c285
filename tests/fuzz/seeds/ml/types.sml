val f : int * string -> int = fn (x, _) => x;
val rec loop = fn 0 => 0 | n => loop (n - 1);
%% INT
f (i, "") : int
