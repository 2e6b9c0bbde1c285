// For tests of the adapter's core: a system that knows no protocol. Its cases say words and expect
// them back; what it does with them is up to the test.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "adapter/system_driver.h"
#include "oracles/responses.h"

namespace adapter {

class ToySystem : public SystemDriver {
 public:
  /// Answers a word.
  using Behaviour = std::function<std::string(const std::string& word)>;

  /// Is told that the run is interrupted.
  using OnStop = std::function<void()>;

  explicit ToySystem(
      Behaviour behaviour = [](const std::string& word) { return word; }, OnStop on_stop = [] {})
      : behaviour_(std::move(behaviour)), on_stop_(std::move(on_stop)) {}

  std::string name() const override { return "toy"; }
  const std::vector<CaseForm>& forms() const override { return forms_; }
  std::string Description(const CaseForm& form) const override {
    return std::string(form.name) + ": " + form.meaning + "\nTestValues\n  Say\n";
  }
  std::string Schema(const CaseForm&) const override { return "<xs:schema></xs:schema>\n"; }
  void Check(const suite::Suite& suite, const CaseForm&) const override {
    for (const suite::Case& test : suite.cases()) StepsOf(suite, test);
  }
  FaultVocabulary faults() const override { return {}; }
  std::vector<CoverageRule> coverage_rules() const override { return {{"toy", {"toy/"}}}; }
  std::unique_ptr<Session> Open(const RunOptions&) const override {
    return std::make_unique<ToySession>(behaviour_, on_stop_);
  }

 private:
  class ToySession : public Session {
   public:
    ToySession(Behaviour behaviour, OnStop on_stop)
        : behaviour_(std::move(behaviour)), on_stop_(std::move(on_stop)) {}
    void Stop() override { on_stop_(); }
    Verdict Run(const suite::Suite& suite, const CaseForm&, const suite::Case& test,
                std::uint64_t) override {
      std::vector<oracles::Mismatch> mismatches;
      for (const suite::Step& step : suite::StepsOf(suite, test)) {
        std::vector<oracles::ObservedEvent> observed;
        for (const xml::Element& word : step.stimuli) {
          observed.push_back({"Hear", {{"", behaviour_(word.text)}}, ""});
        }
        const auto mismatch = oracles::CompareResponses("words", step, observed);
        if (mismatch) mismatches.push_back(*mismatch);
      }
      return Judge(mismatches);
    }

   private:
    const Behaviour behaviour_;
    const OnStop on_stop_;
  };

  const std::vector<CaseForm> forms_ = {
      {.name = "toytest",
       .article = "a",
       .meaning = "words",
       .elements = {{"Say", CasePart::kValues}, {"Hear", CasePart::kOracles}}}};
  const Behaviour behaviour_;
  const OnStop on_stop_;
};

inline SystemDrivers ToyDrivers(
    ToySystem::Behaviour behaviour = [](const std::string& word) { return word; },
    ToySystem::OnStop on_stop = [] {}) {
  SystemDrivers drivers;
  drivers.push_back(std::make_unique<ToySystem>(std::move(behaviour), std::move(on_stop)));
  return drivers;
}

/// A suite with a case for each id, which says its own id and expects to hear it.
inline std::string ToySuite(const std::string& name, const std::vector<std::string>& ids) {
  std::string text = "<Test TestName=\"" + name + "\">";
  for (const std::string& id : ids) {
    text += "<TestCase CaseID=\"" + id + "\"><TestValues><Say>" + id +
            "</Say></TestValues><TestOracles><Hear>" + id + "</Hear></TestOracles></TestCase>";
  }
  return text + "</Test>";
}

}  // namespace adapter
