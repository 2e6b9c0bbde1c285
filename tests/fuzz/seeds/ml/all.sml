Vote.all() ++ Id.all()
