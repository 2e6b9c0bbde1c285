
%% STRING
"a" ^ Int.toString i ^ str #"b" ^ "\065\""
