fun f x = f x;
val never = f 1;
%%
f i
