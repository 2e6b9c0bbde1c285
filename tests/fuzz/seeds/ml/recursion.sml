fun fact 0 = 1 | fact n = n * fact (n - 1);
val k = fact 5;
%% INT
fact i + k
