// Why something of a model cannot be written as PNML, without what and where: whoever knows these
// makes a cpn::ModelError of it. Internal to pnml/.
#pragma once

#include <stdexcept>

namespace pnml {

class Refusal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace pnml
