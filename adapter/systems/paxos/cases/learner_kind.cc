#include <utility>

#include "adapter/systems/cases/case_writer.h"
#include "adapter/systems/paxos/cases/kinds.h"

namespace cases {
namespace {

Commit ReadCommit(const xml::Checked& message, const CaseReader& reader) {
  message.AllowAttributes({});
  const xml::Name value{"Val", "Vval"};
  message.AllowChildren({"Rnd", value}, reader.whose());
  return {message.One("Rnd").Number(0, kMaxNumber), message.One(value).NonEmptyText()};
}

LearnerCase Read(const CaseReader& reader) {
  LearnerCase content;
  for (const xml::Checked& step : reader.Steps()) {
    content.steps.push_back(
        {ReadCommit(step.One("CommitMsg"), reader), ReadCommit(step.One("ExpectLearned"), reader)});
  }
  return content;
}

void AddCommit(xml::Element& parent, const char* name, const Commit& commit) {
  xml::Element& message = parent.Add(name);
  message.Add("Rnd", std::to_string(commit.rnd));
  message.Add("Val", commit.val);
}

void Write(const LearnerCase& content, xml::Element& test_case) {
  for (const LearnerStep& step : content.steps) {
    xml::Element& value = test_case.Add("TestValue");
    AddCommit(value, "CommitMsg", step.commit);
    AddCommit(value, "ExpectLearned", step.learned);
  }
}

}  // namespace

Kind<LearnerCase> LearnerKind() {
  const Type commit = Children(Sequence({One("Rnd", kNumber), One("Val", kNonEmptyText)}));
  Grammar grammar{.steps = {Sequence({One("CommitMsg", commit), One("ExpectLearned", commit)})}};
  return MakeKind({.name = "learnertest",
                   .article = "a",
                   .meaning = "extension: Commits to one learner",
                   .may_omit_servers = true},
                  std::move(grammar), Read, Write);
}

}  // namespace cases
