#include "xml/checked.h"

#include <charconv>

#include "base/characters.h"
#include "base/nearest.h"
#include "xml/characters.h"

namespace xml {
namespace {

bool IsAmong(const Names& names, std::string_view name) {
  for (const Name& known : names) {
    if (known.Is(name)) return true;
  }
  return false;
}

/// "a", "a or b", "a, b or c".
std::string List(const std::vector<std::string>& items) {
  std::string list;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) list += i + 1 == items.size() ? " or " : ", ";
    list += items[i];
  }
  return list;
}

/// "did you mean ...?" when a known name is near, otherwise which names are known. Names are shown
/// between `open` and `close`.
std::string AdviceFor(std::string_view name, const Names& names, const std::string& open,
                      const std::string& close) {
  std::vector<std::string_view> known;
  std::vector<std::string> shown;
  for (const Name& each : names) {
    known.push_back(each.published);
    shown.push_back(open + std::string(each.published) + close);
  }
  if (const auto nearest = base::Nearest(name, known)) {
    return "did you mean " + open + std::string(*nearest) + close + "?";
  }
  return names.empty() ? "remove it" : "expected " + List(shown);
}

/// The whole text as a number of that type; nullopt when it is none or does not fit.
template <typename Integer>
std::optional<Integer> ToNumber(std::string_view text) {
  text = base::Trim(text);
  Integer number = 0;
  const char* end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || behind != end) return std::nullopt;
  return number;
}

bool IsWholeNumber(std::string_view text) {
  text = base::Trim(text);
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string NotANumber(std::string_view text) {
  if (base::Trim(text).empty()) return "missing number";
  return base::Quoted(base::Trim(text)) +
         (IsWholeNumber(text) ? " is out of range" : " is not a whole number");
}

template <typename Integer>
std::string NumberAdvice(const std::string& what, Integer least, Integer most) {
  return what + " is a number from " + std::to_string(least) + " to " + std::to_string(most);
}

}  // namespace

std::string Checked::tag() const { return Tag(element_->name); }

void Checked::AllowChildren(const Names& names, const std::string& whose) const {
  if (!element_->text.empty()) {
    FailAtText("text " + base::Quoted(element_->text) + " in " + tag(),
               tag() + (names.empty() ? " is empty" : " holds elements only"));
  }
  for (const Element& child : element_->children) {
    if (IsAmong(names, child.name)) continue;
    FailAt(child.position, "unknown element " + Tag(child.name) + " in " + tag() + whose,
           AdviceFor(child.name, names, "<", ">"));
  }
}

void Checked::AllowAttributes(const Names& names) const {
  for (const Attribute& attribute : element_->attributes) {
    if (IsAmong(names, attribute.name)) continue;
    FailAt(attribute.position, "unknown attribute " + base::Quoted(attribute.name) + " of " + tag(),
           AdviceFor(attribute.name, names, "'", "'"));
  }
}

Checked Checked::One(const Name& name) const {
  const std::optional<Checked> found = Optional(name);
  if (!found) {
    Fail("missing " + Tag(name.published) + " in " + tag(),
         tag() + " holds one " + Tag(name.published));
  }
  return *found;
}

std::optional<Checked> Checked::Optional(const Name& name) const {
  const std::vector<Checked> found = All(name);
  if (found.empty()) return std::nullopt;
  if (found.size() > 1) {
    found[1].Fail(
        "second " + found[1].tag() + " in " + tag(),
        "one is allowed; the first is in line " + std::to_string(found[0].element().position.line));
  }
  return found[0];
}

std::vector<Checked> Checked::All(const Name& name) const {
  std::vector<Checked> found;
  for (const Element& child : element_->children) {
    if (name.Is(child.name)) found.emplace_back(*source_, child);
  }
  return found;
}

std::vector<Checked> Checked::Children() const {
  std::vector<Checked> children;
  for (const Element& child : element_->children) children.emplace_back(*source_, child);
  return children;
}

std::vector<Checked> Checked::Some(const Name& name) const {
  std::vector<Checked> found = All(name);
  if (found.empty()) {
    Fail("missing " + Tag(name.published) + " in " + tag(),
         tag() + " holds at least one " + Tag(name.published));
  }
  return found;
}

void Checked::AllowOnlyText() const {
  AllowAttributes({});
  if (!element_->children.empty()) {
    const Element& child = element_->children.front();
    FailAt(child.position, "unknown element " + Tag(child.name) + " in " + tag(),
           tag() + " holds text only");
  }
}

const std::string& Checked::Text() const {
  AllowOnlyText();
  return element_->text;
}

const std::string& Checked::NonEmptyText() const {
  const std::string& text = Text();
  if (text.empty()) Fail("missing value", tag() + " is not empty");
  return text;
}

std::int64_t Checked::Number(std::int64_t least, std::int64_t most) const {
  const std::string& text = Text();
  const auto number = ToNumber<std::int64_t>(text);
  if (!number || *number < least || *number > most) {
    FailAtText(NotANumber(text), NumberAdvice(tag(), least, most));
  }
  return *number;
}

bool Checked::Boolean() const {
  const std::string_view text = base::Trim(Text());
  if (text == "true") return true;
  if (text == "false") return false;
  FailAtText(text.empty() ? "missing truth value" : base::Quoted(text) + " is not a truth value",
             tag() + " is true or false");
}

const Attribute* Checked::OptionalAttribute(const Name& name) const {
  const Attribute* published = element_->FindAttribute(name.published);
  const Attribute* other = element_->FindAttribute(name.other);
  if (published && other) {
    FailAt(other->position,
           "attribute " + base::Quoted(name.other) + " beside " + base::Quoted(name.published),
           "they are two spellings of one attribute");
  }
  return published ? published : other;
}

const std::string& Checked::AttributeText(const Name& name) const {
  const Attribute* attribute = OptionalAttribute(name);
  const std::string needed = tag() + " has an attribute " + base::Quoted(name.published);
  if (!attribute)
    Fail("missing attribute " + base::Quoted(name.published) + " of " + tag(), needed);
  if (attribute->value.empty()) {
    FailAt(attribute->position, "missing value of " + base::Quoted(attribute->name),
           base::Quoted(name.published) + " is not empty");
  }
  return attribute->value;
}

std::int64_t Checked::AttributeNumber(const Name& name, std::int64_t least,
                                      std::int64_t most) const {
  const std::string& text = AttributeText(name);
  const auto number = ToNumber<std::int64_t>(text);
  if (!number || *number < least || *number > most) {
    FailAt(OptionalAttribute(name)->position, NotANumber(text),
           NumberAdvice(base::Quoted(name.published), least, most));
  }
  return *number;
}

std::optional<std::uint64_t> Checked::OptionalUnsigned(const Name& name) const {
  const Attribute* attribute = OptionalAttribute(name);
  if (!attribute) return std::nullopt;
  const auto number = ToNumber<std::uint64_t>(attribute->value);
  if (!number) {
    FailAt(attribute->position, NotANumber(attribute->value),
           NumberAdvice<std::uint64_t>(base::Quoted(name.published), 0, UINT64_MAX));
  }
  return number;
}

void Checked::Fail(const std::string& message, const std::string& advice) const {
  FailAt(element_->position, message, advice);
}

void Checked::FailAtText(const std::string& message, const std::string& advice) const {
  FailAt(element_->text_position, message, advice);
}

void Checked::FailAt(base::Position position, const std::string& message,
                     const std::string& advice) const {
  throw source_->Error(position, message, advice);
}

}  // namespace xml
