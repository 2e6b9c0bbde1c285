fun f m = case m of Data (k, s) => k + String.size s | End => 0;
%% INT
f (Data (i, "abc")) + #1 (1, "b")
