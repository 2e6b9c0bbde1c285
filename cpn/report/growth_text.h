// Which places still grow, in words.
// Pure functions.
#pragma once

#include <string>
#include <vector>

#include "cpn/explore/growth.h"
#include "cpn/net/net.h"

namespace cpn::report {

/// One sentence without its full stop for each of the first places: "place Count grows: at most 3
/// tokens within 3 steps, 6 within 6, 9 within 9"; a last one counts the places that are left out.
std::vector<std::string> GrowthSentences(const Net& net, const Growth& growth);

}  // namespace cpn::report
