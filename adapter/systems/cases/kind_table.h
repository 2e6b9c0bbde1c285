// The kinds of one system without the types of their cases: what a SystemDriver is made of.
//
// Immutable after it was filled; then safe from any thread.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "adapter/systems/cases/description.h"
#include "adapter/systems/cases/kind.h"
#include "adapter/systems/cases/schema.h"
#include "adapter/verdict.h"

namespace cases {

/// `Context` is what running a case takes beside the case: transport, time-out, seed.
template <typename Context>
class KindTable {
 public:
  /// `run` takes (const Content&, const Configuration&, const Context&) and returns a Verdict.
  template <typename Content, typename Run>
  void Add(const Kind<Content>& kind, Run run) {
    forms_.push_back(kind.form);
    grammars_.push_back(kind.grammar);
    entries_.push_back({[kind](const suite::Suite& suite) {
                          const Configuration configuration = ReadConfiguration(suite, kind.form);
                          for (const suite::Case& test : suite.cases()) {
                            ReadCase(kind, suite, test, configuration);
                          }
                        },
                        [kind, run](const suite::Suite& suite, const suite::Case& test,
                                    const Context& context) -> adapter::Verdict {
                          const Configuration configuration = ReadConfiguration(suite, kind.form);
                          return run(ReadCase(kind, suite, test, configuration), configuration,
                                     context);
                        }});
  }

  const std::vector<adapter::CaseForm>& forms() const { return forms_; }

  /// The kind in words, and the XML schema of its suites.
  std::string Description(const adapter::CaseForm& form) const {
    return DescriptionOf(form, grammars_[IndexOf(form)]);
  }
  std::string Schema(const adapter::CaseForm& form) const {
    return SchemaOf(form, grammars_[IndexOf(form)]);
  }

  /// Reads all cases of the suite. Throws base::ParseError.
  void Check(const suite::Suite& suite, const adapter::CaseForm& form) const {
    entries_[IndexOf(form)].check(suite);
  }
  adapter::Verdict Run(const suite::Suite& suite, const adapter::CaseForm& form,
                       const suite::Case& test, const Context& context) const {
    return entries_[IndexOf(form)].run(suite, test, context);
  }

 private:
  struct Entry {
    std::function<void(const suite::Suite&)> check;
    std::function<adapter::Verdict(const suite::Suite&, const suite::Case&, const Context&)> run;
  };

  std::size_t IndexOf(const adapter::CaseForm& form) const {
    for (std::size_t i = 0; i < forms_.size(); ++i) {
      if (std::string_view(forms_[i].name) == form.name) return i;
    }
    throw std::logic_error(std::string("no kind ") + form.name);
  }

  std::vector<adapter::CaseForm> forms_;
  std::vector<Grammar> grammars_;  // parallel to forms_
  std::vector<Entry> entries_;     // parallel to forms_
};

}  // namespace cases
