// Reads one test case of each kind, and tells the kind from the elements in it. Internal to suite/.
//
// What is checked is the form: that every part is there, that counts and servers agree with the
// configuration, that numbers are numbers. Whether an oracle is right is for the test to find.
// Thread safety: free functions without state.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapter/systems/paxos/cases/suite.h"
#include "xml/checked.h"

namespace cases {

inline constexpr xml::Name kTestValues{"TestValues", "TestValue"};
inline constexpr xml::Name kTestOracles{"TestOracles"};

/// "a system", "an acceptortest": the kind's name for messages.
std::string WithArticle(Kind kind);

/// The kind of the `TestCase`, from the first element in it that only one kind has; nullopt when
/// there is none.
std::optional<Kind> DetectKind(const xml::Element& test_case);

/// Fails for a case whose kind DetectKind does not find, with the best reason there is.
[[noreturn]] void FailUnknownKind(const xml::Checked& test_case);

/// The content of a case of that kind in a suite of that configuration. Throws ParseError.
CaseContent ReadCase(Kind kind, const xml::Checked& test_case, const Configuration& configuration);

/// The distinct ids in a list of `ID` elements, as many as the system has servers.
std::vector<ServerId> ReadServerIds(const xml::Checked& list, int system_size);

}  // namespace cases
