(* no end
%%
"abc
