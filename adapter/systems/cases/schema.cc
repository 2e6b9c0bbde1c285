#include "adapter/systems/cases/schema.h"

#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "adapter/systems/cases/configuration.h"
#include "adapter/systems/cases/schema_types.h"
#include "suite/suite.h"
#include "xml/xml.h"

namespace cases {
namespace {

xml::Element Tag(const char* name,
                 std::initializer_list<std::pair<const char*, std::string>> attributes = {}) {
  xml::Element element(std::string("xs:") + name);
  for (const auto& [attribute, value] : attributes) element.SetAttribute(attribute, value);
  return element;
}

void AddOccurs(xml::Element& element, const Particle& particle) {
  if (particle.optional) element.SetAttribute("minOccurs", "0");
  if (particle.repeated) element.SetAttribute("maxOccurs", "unbounded");
}

xml::Element ParticleElement(const Particle& particle);

xml::Element WordsElement(const std::vector<std::string>& words) {
  xml::Element type = Tag("simpleType");
  xml::Element& restriction = type.Add(Tag("restriction", {{"base", "xs:token"}}));
  for (const std::string& word : words) restriction.Add(Tag("enumeration", {{"value", word}}));
  return type;
}

// What holds one element is a sequence of it: a type has a sequence or a choice.
xml::Element GroupElement(const Particle& particle) {
  if (particle.kind != Particle::Kind::kElement) return ParticleElement(particle);
  xml::Element sequence = Tag("sequence");
  sequence.Add(ParticleElement(particle));
  return sequence;
}

xml::Element ChildrenElement(const Particle& children) {
  xml::Element type = Tag("complexType");
  type.Add(GroupElement(children));
  return type;
}

xml::Element ParticleElement(const Particle& particle) {
  if (particle.kind != Particle::Kind::kElement) {
    xml::Element group = Tag(particle.kind == Particle::Kind::kSequence ? "sequence" : "choice");
    AddOccurs(group, particle);
    for (const Particle& part : particle.parts) group.Add(ParticleElement(part));
    return group;
  }
  xml::Element element = Tag("element", {{"name", particle.name}});
  if (!particle.type.name.empty()) element.SetAttribute("type", particle.type.name);
  AddOccurs(element, particle);
  if (!particle.type.words.empty()) element.Add(WordsElement(particle.type.words));
  if (!particle.type.children.empty()) element.Add(ChildrenElement(particle.type.children.front()));
  return element;
}

/// Paths from the root to all elements that name a server.
void CollectServers(const Particle& particle, const std::string& path,
                    std::vector<std::string>& paths) {
  const bool is_element = particle.kind == Particle::Kind::kElement;
  const std::string own = is_element ? path + '/' + particle.name : path;
  if (is_element && particle.type.name == kServer.name) paths.push_back(own);
  for (const Particle& part : particle.parts) CollectServers(part, own, paths);
  for (const Particle& child : particle.type.children) CollectServers(child, own, paths);
}

Particle CaseContent(const Grammar& grammar) {
  const auto part = [](const std::string& name, const std::vector<Particle>& content) {
    return One(name, content.empty() ? kNothing : Children(content.front()));
  };
  if (!grammar.steps.empty()) return Sequence({Some(part("TestValue", grammar.steps))});
  return Sequence(
      {part(grammar.values_name, grammar.values), part("TestOracles", grammar.oracles)});
}

xml::Element Attribute(const char* name, const char* type, bool required) {
  xml::Element attribute = Tag("attribute", {{"name", name}, {"type", type}});
  if (required) attribute.SetAttribute("use", "required");
  return attribute;
}

xml::Element Identity(const char* tag, const char* name, const std::string& path,
                      const char* field) {
  xml::Element constraint = Tag(tag, {{"name", name}});
  constraint.Add(Tag("selector", {{"xpath", path}}));
  constraint.Add(Tag("field", {{"xpath", field}}));
  return constraint;
}

void AddServerKeys(xml::Element& test, const Particle& content) {
  std::vector<std::string> paths;
  CollectServers(content, "TestCase", paths);
  if (paths.empty()) return;
  std::string all;
  for (const std::string& path : paths) all += (all.empty() ? "" : " | ") + path;
  test.Add(Identity("key", "servers", "Configuration/ServerIDs/ID", "."));
  xml::Element known = Identity("keyref", "knownServers", all, ".");
  known.SetAttribute("refer", "servers");
  test.Add(std::move(known));
}

xml::Element TestElement(const adapter::CaseForm& form, const Particle& content) {
  xml::Element test_case = Tag("complexType");
  test_case.Add(ParticleElement(content));
  test_case.Add(Attribute("CaseID", "NonEmpty", true));

  xml::Element parts = Tag("sequence");
  parts.Add(ParticleElement(Maybe(One("Generated", {"Generated", {}, {}}))));
  Particle configuration = ConfigurationGrammar();
  configuration.optional = form.may_omit_servers;
  parts.Add(ParticleElement(configuration));
  xml::Element& cases = parts.Add(Tag("element", {{"name", "TestCase"}}));
  cases.SetAttribute("maxOccurs", "unbounded");
  cases.Add(std::move(test_case));

  xml::Element type = Tag("complexType");
  type.Add(std::move(parts));
  type.Add(Attribute("TestName", "NonEmpty", true));
  if (form.may_omit_servers) {
    type.Add(Attribute("SystemSize", "SystemSize", false));
    type.Add(Attribute("QuorumSize", "SystemSize", false));
  }
  xml::Element test = Tag("element", {{"name", "Test"}});
  test.Add(std::move(type));
  test.Add(Identity("unique", "caseIds", "TestCase", "@CaseID"));
  if (!form.may_omit_servers) AddServerKeys(test, content);
  return test;
}

}  // namespace

std::string SchemaOf(const adapter::CaseForm& form, const Grammar& grammar) {
  xml::Element schema = xml::Parse(SchemaTypes().front(), "schema_types.xsd");
  xml::Element test = TestElement(form, CaseContent(grammar));
  test.comment = " A suite of kind " + std::string(form.name) + ": " + form.meaning + ". ";
  schema.Add(std::move(test));
  return xml::Write(schema);
}

}  // namespace cases
