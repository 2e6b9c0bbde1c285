fun f Yes = 1 | f No = 2;
val Yes = 1;
%% INT
f Yes + i
