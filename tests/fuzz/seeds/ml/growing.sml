fun f x = f (x ^ x) ;
%% INT
f "aa"
