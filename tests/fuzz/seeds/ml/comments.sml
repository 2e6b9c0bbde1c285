(* a (* nested *) one *) val a = 1 and b = 2; (* end *)
%% INT
a
