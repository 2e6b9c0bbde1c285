fun f x = f (x ^ x) ;
%%
f "aa"
