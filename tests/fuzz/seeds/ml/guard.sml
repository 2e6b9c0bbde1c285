[i > 1 andalso not (n = i), p = (n, "a"), l = n::[], v = Yes]
