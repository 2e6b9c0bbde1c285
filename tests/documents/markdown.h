// What tests need to know of a document in Markdown: its links, its headings, its blocks of code.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <vector>

namespace documents {

struct Link {
  std::string target;
  int line = 0;
};

/// The targets of [text](target), outside of code.
std::vector<Link> Links(const std::string& document);

/// The anchors of the headings, as GitHub makes them: lower case, blanks to hyphens, no
/// punctuation; a second one of the same name ends in "-1".
std::vector<std::string> Anchors(const std::string& document);

/// The blocks between ``` lines that are marked as `language`.
std::vector<std::string> Blocks(const std::string& document, const std::string& language);

}  // namespace documents
