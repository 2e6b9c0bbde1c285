val INT = 1 + "a";
val Vote = "a" + 1;
%% INT
INT + i
