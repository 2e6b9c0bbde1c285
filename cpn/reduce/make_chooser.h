// Which kind of chooser suits a net.
#pragma once

#include <memory>

#include "cpn/reduce/chooser.h"
#include "cpn/reduce/dependencies.h"

namespace cpn::reduce {

/// For single elements where the net is unfolded, for classes of them otherwise. `dependencies`
/// must outlive the chooser.
std::unique_ptr<Chooser> MakeChooser(const Dependencies* dependencies);

}  // namespace cpn::reduce
