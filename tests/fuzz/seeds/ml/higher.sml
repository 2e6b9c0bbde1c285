fun curry f x y = f (x, y);
%% INT
foldl (op +) 0 (map (curry (op * ) 2) [1, i])
