#include "xml/unescape.h"

#include <charconv>
#include <cstdint>

#include "base/characters.h"
#include "xml/characters.h"

namespace xml {
namespace {

constexpr const char* kReferenceAdvice =
    "known are &lt; &gt; &amp; &quot; &apos; and character references such as &#233;; write &amp; "
    "for the character '&'";

/// The code point of "#233" or "#xE9"; nullopt when it is no reference or XML cannot hold it.
std::optional<char32_t> CharacterReference(std::string_view reference) {
  if (!reference.starts_with('#')) return std::nullopt;
  reference.remove_prefix(1);
  const int base = reference.starts_with('x') ? 16 : 10;
  if (base == 16) reference.remove_prefix(1);
  std::uint32_t value = 0;
  const char* end = reference.data() + reference.size();
  const auto [behind, error] = std::from_chars(reference.data(), end, value, base);
  if (error != std::errc() || behind != end || !IsXmlCharacter(value)) return std::nullopt;
  return value;
}

std::optional<char32_t> Reference(std::string_view name) {
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "amp") return '&';
  if (name == "quot") return '"';
  if (name == "apos") return '\'';
  return CharacterReference(name);
}

/// The reference that starts with the '&' at the beginning of `text`, with its ';' if it has one.
std::string_view ReferenceText(std::string_view text) {
  const std::size_t end = text.find_first_of("; \t\r\n&<", 1);
  if (end == std::string_view::npos) return text;
  return text.substr(0, text[end] == ';' ? end + 1 : end);
}

UnescapeProblem UnknownReference(std::size_t offset, std::string_view reference) {
  if (reference == "&") return {offset, "'&' does not start a reference", kReferenceAdvice};
  return {offset, "unknown entity " + base::Quoted(reference), kReferenceAdvice};
}

}  // namespace

std::optional<UnescapeProblem> Unescape(std::string_view raw, TextKind kind, std::string& to) {
  const bool has_references = kind != TextKind::kCdata;
  if (const std::size_t end = raw.find("]]>"); kind == TextKind::kText && end != raw.npos) {
    return UnescapeProblem{end, "']]>' in a text", "write ]]&gt;"};
  }
  for (std::size_t i = 0; i < raw.size();) {
    if (raw[i] == '&' && has_references) {
      const std::string_view reference = ReferenceText(raw.substr(i));
      const bool is_closed = reference.size() > 2 && reference.back() == ';';
      const auto c =
          is_closed ? Reference(reference.substr(1, reference.size() - 2)) : std::nullopt;
      if (!c) return UnknownReference(i, reference);
      base::AppendUtf8(*c, to);
      i += reference.size();
      continue;
    }
    const bool is_line_end = raw[i] == '\r';
    const char c = is_line_end ? '\n' : raw[i];
    to.push_back(kind == TextKind::kAttribute && base::IsSpace(c) ? ' ' : c);
    i += is_line_end && raw.substr(i, 2) == "\r\n" ? 2 : 1;
  }
  return std::nullopt;
}

}  // namespace xml
