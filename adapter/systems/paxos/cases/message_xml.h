// Messages of Paxos as elements: pieces that several kinds share. Thread safety: free functions
// without state.
#pragma once

#include "adapter/systems/cases/case_reader.h"
#include "adapter/systems/cases/grammar.h"
#include "adapter/systems/paxos/cases/messages.h"
#include "xml/element.h"

namespace cases {

inline constexpr xml::Name kVval{"Vval", "Val"};
inline constexpr xml::Name kVal{"Val", "Vval"};

/// What is in a promise, and in a learn message, which has its value under that name.
Type PromiseGrammar();
Type LearnGrammar(const char* value_name);

/// Each reads a message and throws base::ParseError; a learn message has its value under that name.
Round ReadRound(const xml::Checked& message, const char* name);
Promise ReadPromise(const CaseReader& reader, const xml::Checked& message);
Learn ReadLearn(const CaseReader& reader, const xml::Checked& message, const xml::Name& value);

void AddPromise(xml::Element& parent, const char* name, const Promise& promise);
/// Learn messages name their value Vval in qfaccept suites and Val in acceptor suites.
void AddLearn(xml::Element& parent, const char* name, const Learn& learn, const char* value_name);

}  // namespace cases
