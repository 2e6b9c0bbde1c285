val a = 1;
val b = a;
val a = 2;
%%
b + i
