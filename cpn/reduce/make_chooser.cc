#include "cpn/reduce/make_chooser.h"

#include "cpn/reduce/class_chooser.h"
#include "cpn/reduce/element_chooser.h"

namespace cpn::reduce {

std::unique_ptr<Chooser> MakeChooser(const Dependencies* dependencies) {
  if (dependencies->unfolding() == nullptr) return std::make_unique<ClassChooser>(dependencies);
  return std::make_unique<ElementChooser>(dependencies->unfolding(),
                                          &dependencies->visible_elements(),
                                          dependencies->engine().net().places().size());
}

}  // namespace cpn::reduce
