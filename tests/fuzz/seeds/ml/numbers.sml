val big = 9223372036854775807; val small = ~9223372036854775808;
%% INT
big + i div 0 mod 0
