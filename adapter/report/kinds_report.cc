#include "adapter/report/kinds_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "adapter/selection.h"
#include "base/nearest.h"

namespace adapter {
namespace {

std::vector<KindOfSystem> KindsOf(const SystemDrivers& drivers) {
  std::vector<KindOfSystem> kinds;
  for (const auto& driver : drivers) {
    for (const CaseForm& form : driver->forms()) kinds.push_back({driver.get(), &form});
  }
  return kinds;
}

const char* NameOf(CasePart part) {
  switch (part) {
    case CasePart::kValues:
      return "values";
    case CasePart::kOracles:
      return "oracles";
    case CasePart::kSteps:
      return "steps";
  }
  return "";
}

}  // namespace

std::string TextKinds(const SystemDrivers& drivers) {
  std::string text;
  for (const auto& [driver, form] : KindsOf(drivers)) {
    text += fmt::format("{:<18}  {:<8}  {}\n", form->name, driver->name(), form->meaning);
  }
  return text;
}

std::string JsonKinds(const SystemDrivers& drivers) {
  nlohmann::ordered_json kinds = nlohmann::ordered_json::array();
  for (const auto& [driver, form] : KindsOf(drivers)) {
    nlohmann::ordered_json elements = nlohmann::ordered_json::array();
    for (const CaseElement& element : form->elements) {
      elements.push_back(
          {{"name", element.name}, {"part", NameOf(element.part)}, {"shared", element.shared}});
    }
    kinds.push_back({{"name", form->name},
                     {"system", driver->name()},
                     {"meaning", form->meaning},
                     {"whole_system", form->whole_system},
                     {"elements", std::move(elements)}});
  }
  return kinds.dump(2) + '\n';
}

KindOfSystem KindNamed(const std::string& name, const SystemDrivers& drivers) {
  std::vector<std::string> names;
  for (const KindOfSystem& kind : KindsOf(drivers)) {
    if (name == kind.form->name) return kind;
    names.emplace_back(kind.form->name);
  }
  throw InputError(
      fmt::format("no kind of case is called {}{}", name, base::DidYouMean(name, names)) +
      "\nTry: adapter kinds");
}

}  // namespace adapter
