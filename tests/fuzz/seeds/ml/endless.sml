fun f x = f x;
val never = f 1;
%% INT
f i
