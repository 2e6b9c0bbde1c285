fun pair x = (x, x);
%%
pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (i))))))))))))))))))))))))))))))
