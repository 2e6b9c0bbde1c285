#include "suite/provenance.h"

#include <set>

#include "base/characters.h"

namespace suite {
namespace {

Method ReadMethod(const xml::Checked& generated) {
  const std::string& method = generated.AttributeText("Method");
  for (const Method known : {Method::kSimulation, Method::kStateSpace, Method::kOnline}) {
    if (method == MethodName(known)) return known;
  }
  generated.FailAt(generated.OptionalAttribute("Method")->position,
                   base::Quoted(method) + " is not a method",
                   "'Method' is simulation, state-space or online");
}

void CheckSeedAndRuns(const xml::Checked& generated, const Provenance& provenance) {
  if (provenance.method != Method::kStateSpace) generated.AttributeText("Seed");
  if (provenance.method == Method::kSimulation) {
    generated.AttributeText("Runs");
  } else if (provenance.runs) {
    generated.FailAt(generated.OptionalAttribute("Runs")->position,
                     "'Runs' of a suite that was not simulated",
                     "only a suite of method simulation has a number of runs");
  }
}

bool ReadMerged(const xml::Checked& generated) {
  const xml::Attribute* const merged = generated.OptionalAttribute("Merged");
  if (merged == nullptr || merged->value == "false") return false;
  if (merged->value == "true") return true;
  generated.FailAt(merged->position, base::Quoted(merged->value) + " is not a truth value",
                   "'Merged' is true or false");
}

}  // namespace

const char* MethodName(Method method) {
  switch (method) {
    case Method::kSimulation:
      return "simulation";
    case Method::kOnline:
      return "online";
    default:
      return "state-space";
  }
}

Provenance ReadProvenance(const xml::Checked& generated) {
  generated.AllowAttributes({"Generator", "Model", "Specification", "Method", "Seed", "Runs",
                             "Observations", "Merged", "Goal"});
  generated.AllowChildren({"Shard", "Parameter"});
  Provenance provenance;
  if (const xml::Attribute* generator = generated.OptionalAttribute("Generator")) {
    provenance.generator = generator->value;
  }
  provenance.model = generated.AttributeText("Model");
  provenance.specification = generated.AttributeText("Specification");
  provenance.method = ReadMethod(generated);
  provenance.seed = generated.OptionalUnsigned("Seed");
  provenance.runs = generated.OptionalUnsigned("Runs");
  CheckSeedAndRuns(generated, provenance);
  provenance.observations = generated.OptionalUnsigned("Observations");
  provenance.merged = ReadMerged(generated);
  if (const xml::Attribute* goal = generated.OptionalAttribute("Goal")) {
    provenance.goal = goal->value;
  }
  if (const auto shard = generated.Optional("Shard")) provenance.shard = ReadShard(*shard);
  std::set<std::string> names;
  for (const xml::Checked& parameter : generated.All("Parameter")) {
    parameter.AllowAttributes({"Name", "Value"});
    parameter.AllowChildren({});
    const std::string& name = parameter.AttributeText("Name");
    const xml::Attribute* value = parameter.OptionalAttribute("Value");
    if (!value) parameter.AttributeText("Value");  // fails with the message for a missing one
    if (!names.insert(name).second) {
      parameter.Fail("second value of parameter " + base::Quoted(name),
                     "a parameter has one value");
    }
    provenance.parameters.emplace_back(name, value->value);
  }
  return provenance;
}

xml::Element ToElement(const Provenance& provenance) {
  xml::Element element("Generated");
  if (!provenance.generator.empty()) element.SetAttribute("Generator", provenance.generator);
  element.SetAttribute("Model", provenance.model);
  element.SetAttribute("Specification", provenance.specification);
  element.SetAttribute("Method", MethodName(provenance.method));
  if (provenance.seed) element.SetAttribute("Seed", std::to_string(*provenance.seed));
  if (provenance.runs) element.SetAttribute("Runs", std::to_string(*provenance.runs));
  if (provenance.observations) {
    element.SetAttribute("Observations", std::to_string(*provenance.observations));
  }
  if (!provenance.goal.empty()) element.SetAttribute("Goal", provenance.goal);
  if (provenance.merged) element.SetAttribute("Merged", "true");
  if (provenance.shard) element.Add(ToElement(*provenance.shard));
  for (const auto& [name, value] : provenance.parameters) {
    element.Add("Parameter").SetAttribute("Name", name).SetAttribute("Value", value);
  }
  return element;
}

}  // namespace suite
