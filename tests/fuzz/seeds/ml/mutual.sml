fun even 0 = true | even n = odd (n - 1) and odd 0 = false | odd n = even (n - 1);
%% INT
if even i then 1`i else empty
