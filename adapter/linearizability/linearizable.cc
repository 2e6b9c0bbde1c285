#include "adapter/linearizability/linearizable.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <vector>

#include "adapter/input_error.h"
#include "adapter/linearizability/history_file.h"
#include "base/read_file.h"
#include "oracles/linearizability/check.h"
#include "oracles/linearizability/explain.h"

namespace adapter::linearizability {
namespace {

using oracles::linearizability::Answer;
using oracles::linearizability::Verdict;

constexpr std::size_t kShown = 12;  // of the operations before the one that does not fit

const char* NameOf(Answer answer) {
  return answer == Answer::kLinearizable      ? "linearizable"
         : answer == Answer::kNotLinearizable ? "not linearizable"
                                              : "undecided";
}

template <typename Spec>
std::string SizeText(const HistoryFile<Spec>& file) {
  std::set<int> clients;
  std::size_t open = 0;
  for (const auto& call : file.history) {
    clients.insert(call.client);
    open += call.result ? 0 : 1;
  }
  std::string text =
      fmt::format("{} operations of {} clients", file.history.size(), clients.size());
  if (open > 0) text += fmt::format(", {} of which never returned", open);
  return text;
}

template <typename Spec>
std::string Json(const HistoryFile<Spec>& file, const Verdict& verdict) {
  const auto lines = [&](const std::vector<std::size_t>& places) {
    std::vector<std::size_t> numbers;
    for (const std::size_t place : places) numbers.push_back(file.lines[place]);
    return numbers;
  };
  nlohmann::ordered_json json = {{"answer", NameOf(verdict.answer)},
                                 {"operations", file.history.size()},
                                 {"steps", verdict.steps},
                                 {"order", lines(verdict.order)}};
  if (verdict.answer == Answer::kNotLinearizable) {
    json["misfit"] = file.lines[verdict.misfit];
    json["under_way"] = lines(verdict.under_way);
    json["longest"] = verdict.longest;
  }
  return json.dump() + '\n';
}

template <typename Spec>
int Answered(const HistoryFile<Spec>& file, const Question& question, std::ostream& out) {
  const Verdict verdict = Check(Spec(), file.history, question.steps);
  if (question.json) {
    out << Json(file, verdict);
  } else {
    out << Explain(Spec(), file.history, verdict, question.verbose ? file.history.size() : kShown);
    if (verdict.answer == Answer::kNotLinearizable) {
      out << fmt::format("\nwhat nothing explains is {}:{}", question.file,
                         file.lines[verdict.misfit]);
    }
    out << '\n' << SizeText(file) << '\n';
  }
  return verdict.answer == Answer::kLinearizable ? 0 : verdict.answer == Answer::kUndecided ? 3 : 1;
}

}  // namespace

int Linearizable(const Question& question, std::ostream& out) {
  const base::FileContents contents = base::ReadFile(question.file);
  if (!contents.problem.empty()) {
    throw InputError(fmt::format("{}: {}", question.file, contents.problem));
  }
  if (question.type == "map") {
    return Answered(ReadMaps(contents.bytes, question.file), question, out);
  }
  if (question.type == "queue") {
    return Answered(ReadQueues(contents.bytes, question.file), question, out);
  }
  return Answered(ReadRegisters(contents.bytes, question.file, question.type == "cas"), question,
                  out);
}

}  // namespace adapter::linearizability
