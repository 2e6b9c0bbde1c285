exception Bad of int;
fun g 0 = raise Bad 1 | g n = n;
%% INT
(g (i - 1)) handle Bad k => k
