fun compose f g x = f (g x); fun id' x = x;
%%
compose id' (fn (x : int) => x + 1) i
