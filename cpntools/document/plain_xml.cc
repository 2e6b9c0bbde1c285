#include "cpntools/document/plain_xml.h"

#include <algorithm>
#include <cctype>

namespace cpntools {
namespace {

void Blank(std::string& text, std::size_t begin, std::size_t end) {
  std::replace_if(
      text.begin() + static_cast<std::ptrdiff_t>(begin),
      text.begin() + static_cast<std::ptrdiff_t>(std::min(end, text.size())),
      [](char c) { return c != '\n' && c != '\r'; }, ' ');
}

/// Blanks from each `begin` to the next `end`; what has no end stays, for the XML reader to refuse.
void BlankAll(std::string& text, std::string_view begin, std::string_view end) {
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const std::size_t last = text.find(end, at);
    if (last == std::string::npos) return;
    Blank(text, at, last + end.size());
  }
}

std::string FromLatin1(std::string_view text) {
  std::string utf8;
  utf8.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xC0 | (byte >> 6));
      utf8 += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return utf8;
}

}  // namespace

std::string PlainXml(std::string_view text) {
  constexpr std::string_view kEncoding = "encoding=\"iso-8859-1\"";
  std::string head(text.substr(0, std::min<std::size_t>(text.size(), 200)));
  head = head.substr(0, head.find("?>"));
  std::transform(head.begin(), head.end(), head.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::size_t encoding = head.find(kEncoding);
  const bool latin1 = encoding != std::string::npos;
  std::string plain = latin1 ? FromLatin1(text) : std::string(text);
  if (latin1) Blank(plain, encoding, encoding + kEncoding.size());
  BlankAll(plain, "<!DOCTYPE", ">");
  BlankAll(plain, "<layout>", "</layout>");
  return plain;
}

}  // namespace cpntools
