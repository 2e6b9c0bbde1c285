(* no end
%% INT
"abc
