val a = 1;
val b = a;
val a = 2;
%% INT
b + i
