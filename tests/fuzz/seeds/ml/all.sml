
%% Vote
Vote.all() ++ Id.all()
