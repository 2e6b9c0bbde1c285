fun compose f g x = f (g x); fun id' x = x;
%% INT
compose id' (fn (x : int) => x + 1) i
