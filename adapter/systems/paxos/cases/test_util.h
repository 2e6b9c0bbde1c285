// What the tests of suites share: examples, and the whole text of an error.
#pragma once

#include <map>
#include <string>

namespace cases::testing {

/// What ParseSuite says about a text named a.xml; "" when it accepts it.
std::string SuiteError(const std::string& text);
/// What ParseSuite says about `text` with its only `from` replaced by `to`; "" when it accepts it.
std::string ErrorAfter(const std::string& text, const std::string& from, const std::string& to);
/// One valid suite of each kind, as XML in the published form, by the name of the kind. From the
/// examples of docs/paxos_suites.md, so that documentation and tests cannot differ.
const std::map<std::string, std::string>& Examples();

}  // namespace cases::testing
