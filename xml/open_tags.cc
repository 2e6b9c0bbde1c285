#include "xml/open_tags.h"

#include <algorithm>
#include <vector>

#include "base/characters.h"
#include "xml/characters.h"

namespace xml {
namespace {

/// Offset behind the next `closing` at or after `from`; the text's end when there is none.
std::size_t Behind(std::string_view text, std::string_view closing, std::size_t from) {
  const std::size_t found = text.find(closing, from);
  return found == std::string_view::npos ? text.size() : found + closing.size();
}

/// Offset behind the '>' that ends the start tag at `from`; a '>' in an attribute does not.
std::size_t BehindStartTag(std::string_view text, std::size_t from) {
  char quote = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    if (quote != 0) {
      if (text[i] == quote) quote = 0;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '>') {
      return i + 1;
    }
  }
  return text.size();
}

std::string NameAt(std::string_view text, std::size_t from) {
  const std::size_t end = std::min(text.find_first_of(" \t\r\n/>", from), text.size());
  return std::string(text.substr(from, end - from));
}

}  // namespace

std::optional<OpenTag> InnermostOpenTag(std::string_view text, std::size_t end) {
  text = text.substr(0, end);
  std::vector<std::size_t> open;  // offsets of '<'
  for (std::size_t i = text.find('<'); i < text.size(); i = text.find('<', i)) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("<!--")) {
      i = Behind(text, "-->", i + 4);
    } else if (rest.starts_with("<![CDATA[")) {
      i = Behind(text, "]]>", i);
    } else if (rest.starts_with("<?")) {
      i = Behind(text, "?>", i);
    } else if (rest.starts_with("</")) {
      const std::size_t behind = Behind(text, ">", i);
      if (!open.empty()) open.pop_back();
      i = behind;
    } else {
      const std::size_t behind = BehindStartTag(text, i);
      if (!text.substr(i, behind - i).ends_with("/>")) open.push_back(i);
      i = behind;
    }
  }
  if (open.empty()) return std::nullopt;
  return OpenTag{NameAt(text, open.back() + 1), open.back()};
}

}  // namespace xml
