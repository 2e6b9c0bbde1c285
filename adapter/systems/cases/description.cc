#include "adapter/systems/cases/description.h"

#include <map>
#include <vector>

namespace cases {
namespace {

/// What is in a text of that type; empty for an element without a text.
std::string TextOf(const Type& type) {
  static const std::map<std::string, std::string> kNames = {
      {"Number", "number"},          {"Server", "server"},
      {"Integer", "integer"},        {"LongInteger", "long integer"},
      {"TruthValue", "truth value"}, {"xs:string", "text, may be empty"},
      {"NonEmpty", "text"},          {"Empty", "empty"}};
  if (!type.name.empty()) return kNames.at(type.name);
  std::string words;
  for (const std::string& word : type.words) words += (words.empty() ? "" : " | ") + word;
  return words;
}

const char* Count(const Particle& particle) {
  if (particle.optional) return particle.repeated ? "0 or more" : "0 or 1";
  return particle.repeated ? "1 or more" : "";
}

std::string WithCount(const std::string& name, const Particle& particle) {
  const std::string count = Count(particle);
  return count.empty() ? name : name + ", " + count;
}

class Lines {
 public:
  std::string text() const { return text_; }

  void Add(int depth, const std::string& line) {
    text_ += std::string(2 * static_cast<std::size_t>(depth), ' ') + line + '\n';
  }

  void Add(int depth, const Particle& particle) {
    if (particle.kind == Particle::Kind::kElement) return AddElement(depth, particle);
    // A plain sequence needs no heading: order is what lines show.
    const bool is_choice = particle.kind == Particle::Kind::kChoice;
    const bool is_plain = !is_choice && *Count(particle) == '\0';
    if (!is_plain) Add(depth++, WithCount(is_choice ? "one of" : "in this order", particle) + ':');
    for (const Particle& part : particle.parts) Add(depth, part);
  }

 private:
  void AddElement(int depth, const Particle& element) {
    const std::string text = TextOf(element.type);
    Add(depth, WithCount(element.name, element) + (text.empty() ? "" : ": " + text));
    for (const Particle& child : element.type.children) Add(depth + 1, child);
  }

  std::string text_;
};

}  // namespace

std::string DescriptionOf(const adapter::CaseForm& form, const Grammar& grammar) {
  Lines lines;
  lines.Add(0, std::string(form.name) + ": " + form.meaning);
  const auto add_part = [&](const std::string& name, const std::vector<Particle>& content) {
    lines.Add(0, name);
    for (const Particle& particle : content) lines.Add(1, particle);
  };
  if (!grammar.steps.empty()) {
    add_part("TestValue, 1 or more", grammar.steps);
  } else {
    add_part(grammar.values_name, grammar.values);
    add_part("TestOracles", grammar.oracles);
  }
  return lines.text();
}

}  // namespace cases
