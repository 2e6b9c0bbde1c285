fun next {seq, data} = {seq = seq + 1, data = data ^ "x"};
%% Rec
1`(next {seq = i, data = "a\n"})
