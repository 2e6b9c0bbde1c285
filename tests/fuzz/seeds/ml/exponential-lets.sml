val a = fn x => (x, x);
val b = fn x => a (a x);
val c = fn x => b (b x);
val d = fn x => c (c x);
val e = fn x => d (d x);
%% INT
e (e i)
