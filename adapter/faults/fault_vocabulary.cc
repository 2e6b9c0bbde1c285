#include "adapter/faults/fault_vocabulary.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace adapter {
namespace {

using Json = nlohmann::ordered_json;

/// The system's names of the points, where words have any.
std::string TextPoints(const FaultVocabulary::Words& words) {
  std::string text;
  for (const FaultVocabulary::Word& word : words.words) {
    if (word.instrumentation.empty()) continue;
    text += fmt::format("    {:<20}{}\n", word.name, word.instrumentation);
  }
  if (text.empty()) return "";
  return fmt::format("\nInstrumentation points of {}:\n\n{}", words.title, text);
}

Json JsonWords(const FaultVocabulary::Words& words) {
  Json list = Json::array();
  for (const FaultVocabulary::Word& word : words.words) {
    Json entry = {{"name", word.name}, {"meaning", word.meaning}};
    if (!word.instrumentation.empty()) entry["instrumentation"] = word.instrumentation;
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

std::string TextFaults(const FaultVocabulary& vocabulary) {
  std::string text = vocabulary.heading;
  for (const FaultVocabulary::Fault& fault : vocabulary.faults) {
    text += fmt::format("\n  {} {{{}}}\n    {}\n", fault.element, fmt::join(fault.children, ", "),
                        fault.meaning);
    if (!fault.how.empty()) text += fmt::format("    in this process: {}\n", fault.how);
  }
  if (!vocabulary.words.empty()) text += "\nWords in the children of these elements:\n";
  std::string points;
  for (const FaultVocabulary::Words& words : vocabulary.words) {
    text += fmt::format("\n  {}\n", words.title);
    for (const FaultVocabulary::Word& word : words.words) {
      text += fmt::format("    {:<20}{}\n", word.name, word.meaning);
    }
    points += TextPoints(words);
  }
  return text + points + vocabulary.note;
}

std::string JsonFaults(const FaultVocabulary& vocabulary) {
  Json json = {{"faults", Json::array()}};
  for (const FaultVocabulary::Fault& fault : vocabulary.faults) {
    Json one = {
        {"element", fault.element}, {"children", fault.children}, {"meaning", fault.meaning}};
    if (!fault.how.empty()) {
      one["how"] = fault.how;
      one["needs_processes"] = false;
      one["needs_instrumented_build"] = true;
    }
    json["faults"].push_back(std::move(one));
  }
  for (const FaultVocabulary::Words& words : vocabulary.words) json[words.key] = JsonWords(words);
  return json.dump(2) + '\n';
}

}  // namespace adapter
