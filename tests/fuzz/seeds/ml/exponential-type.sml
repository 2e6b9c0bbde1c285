fun pair x = (x, x);
%% INT
pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (pair (i))))))))))))))))))))))))))))))
