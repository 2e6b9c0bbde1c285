#include <optional>

#include "adapter/systems/cases/case_writer.h"
#include "adapter/systems/paxos/cases/kinds.h"
#include "adapter/systems/paxos/cases/message_xml.h"

namespace cases {
namespace {

/// A quorum function's case: replies, and whether they are a quorum with which combined reply.
Grammar GrammarOf(const char* message, const Type& content) {
  return {
      .values = {Some(One(message, content))},
      .oracles = {Sequence({Shared(One("Quorum", kTruthValue)), Maybe(One(message, content))})}};
}

std::optional<xml::Checked> Combined(const xml::Checked& oracles, const char* name, bool& quorum) {
  const xml::Checked is_quorum = oracles.One("Quorum");
  quorum = is_quorum.Boolean();
  const std::optional<xml::Checked> combined = oracles.Optional(name);
  if (quorum && !combined) oracles.One(name);  // fails with the message for a missing element
  if (!quorum && combined) {
    combined->Fail(combined->tag() + " without a quorum",
                   "there is a combined reply only when <Quorum> is true");
  }
  return combined;
}

PrepareQfCase ReadPrepareQf(const CaseReader& reader) {
  const CaseReader::Parts parts = reader.TwoParts();
  PrepareQfCase content;
  for (const xml::Checked& reply : reader.Replies(parts.values, "PromiseMsg")) {
    content.replies.push_back(ReadPromise(reader, reply));
  }
  const auto combined = Combined(parts.oracles, "PromiseMsg", content.quorum);
  if (combined) content.combined = ReadPromise(reader, *combined);
  return content;
}

AcceptQfCase ReadAcceptQf(const CaseReader& reader) {
  const CaseReader::Parts parts = reader.TwoParts();
  AcceptQfCase content;
  for (const xml::Checked& reply : reader.Replies(parts.values, "LearnMsg")) {
    content.replies.push_back(ReadLearn(reader, reply, kVval));
  }
  const auto combined = Combined(parts.oracles, "LearnMsg", content.quorum);
  if (combined) content.combined = ReadLearn(reader, *combined, kVval);
  return content;
}

CommitQfCase ReadCommitQf(const CaseReader& reader) {
  const CaseReader::Parts parts = reader.TwoParts();
  CommitQfCase content;
  for (const xml::Checked& reply : reader.Replies(parts.values, "EmptyMsg")) {
    reader.Plain(reply, {});
    ++content.replies;
  }
  const auto combined = Combined(parts.oracles, "EmptyMsg", content.quorum);
  if (combined) reader.Plain(*combined, {});
  return content;
}

xml::Element& AddQuorum(xml::Element& test_case, bool quorum) {
  xml::Element& oracles = test_case.Add("TestOracles");
  AddBoolean(oracles, "Quorum", quorum);
  return oracles;
}

void WritePrepareQf(const PrepareQfCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (const Promise& reply : content.replies) AddPromise(values, "PromiseMsg", reply);
  xml::Element& oracles = AddQuorum(test_case, content.quorum);
  if (content.combined) AddPromise(oracles, "PromiseMsg", *content.combined);
}

void WriteAcceptQf(const AcceptQfCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (const Learn& reply : content.replies) AddLearn(values, "LearnMsg", reply, "Vval");
  xml::Element& oracles = AddQuorum(test_case, content.quorum);
  if (content.combined) AddLearn(oracles, "LearnMsg", *content.combined, "Vval");
}

void WriteCommitQf(const CommitQfCase& content, xml::Element& test_case) {
  xml::Element& values = test_case.Add("TestValues");
  for (int i = 0; i < content.replies; ++i) values.Add("EmptyMsg");
  xml::Element& oracles = AddQuorum(test_case, content.quorum);
  if (content.quorum) oracles.Add("EmptyMsg");
}

}  // namespace

Kind<PrepareQfCase> PrepareQfKind() {
  return MakeKind(
      {.name = "qfprepare", .article = "a", .meaning = "the quorum function of Prepare"},
      GrammarOf("PromiseMsg", PromiseGrammar()), ReadPrepareQf, WritePrepareQf);
}

Kind<AcceptQfCase> AcceptQfKind() {
  return MakeKind({.name = "qfaccept", .article = "a", .meaning = "the quorum function of Accept"},
                  GrammarOf("LearnMsg", LearnGrammar("Vval")), ReadAcceptQf, WriteAcceptQf);
}

Kind<CommitQfCase> CommitQfKind() {
  return MakeKind({.name = "qfcommit", .article = "a", .meaning = "the quorum function of Commit"},
                  GrammarOf("EmptyMsg", kNothing), ReadCommitQf, WriteCommitQf);
}

}  // namespace cases
