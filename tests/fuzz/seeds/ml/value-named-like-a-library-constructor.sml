fun f (SOME x) = x | f NONE = 0;
val SOME = 1 + "a";
%% INT
f (SOME i)
