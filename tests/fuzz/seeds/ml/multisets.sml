fun twice x = 2`x ++ 1`(x + 1);
%% INT
twice i ++ 3`n -- 1`n
