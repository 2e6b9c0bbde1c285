#include "trace/json_place.h"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "base/characters.h"

namespace trace {
namespace {

std::size_t SkipSpace(std::string_view text, std::size_t i) {
  while (i < text.size() && base::IsSpace(text[i])) ++i;
  return i;
}

/// Behind the string that begins at `i`; the end of the text, if it is not closed.
std::size_t SkipString(std::string_view text, std::size_t i) {
  for (++i; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\') ++i;
  }
  return std::min(i + 1, text.size());
}

bool Opens(char c) { return c == '{' || c == '['; }
bool Closes(char c) { return c == '}' || c == ']'; }

/// Behind the value that begins at `i`, in a valid text.
std::size_t SkipValue(std::string_view text, std::size_t i) {
  int depth = 0;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '"') {
      i = SkipString(text, i);
    } else {
      if (depth == 0 && (c == ',' || Closes(c))) return i;
      if (Opens(c)) ++depth;
      if (Closes(c)) --depth;
      ++i;
    }
    const bool scalar_goes_on = c != '"' && !Closes(c);
    if (depth == 0 && !scalar_goes_on) return i;
  }
  return i;
}

/// The members of the array or object at `begin` one by one, in a valid text.
class Members {
 public:
  Members(std::string_view text, std::size_t begin) : text_(text), at_(begin + 1) {}

  /// Whether there is one more; then `name`, of an object's member, and `value` are its own.
  bool Next() {
    at_ = SkipSpace(text_, at_);
    if (at_ < text_.size() && text_[at_] == ',') at_ = SkipSpace(text_, at_ + 1);
    if (at_ >= text_.size() || Closes(text_[at_])) return false;
    name = {};
    if (text_[at_] == '"') {
      const std::size_t end = SkipString(text_, at_);
      const std::size_t colon = SkipSpace(text_, end);
      if (colon < text_.size() && text_[colon] == ':') {
        name = text_.substr(at_ + 1, end - at_ - 2);
        at_ = SkipSpace(text_, colon + 1);
      }
    }
    value = at_;
    at_ = SkipValue(text_, at_);
    return true;
  }

  std::string_view name;
  std::size_t value = 0;

 private:
  std::string_view text_;
  std::size_t at_;
};

/// Of the array or object at `begin`: the member called `part`, or the one with that number.
std::optional<std::size_t> FindMember(std::string_view text, std::size_t begin,
                                      std::string_view part) {
  if (begin >= text.size() || !Opens(text[begin])) return std::nullopt;
  const bool object = text[begin] == '{';
  Members members(text, begin);
  for (std::size_t i = 0; members.Next(); ++i) {
    if (object ? members.name == part : std::to_string(i) == part) return members.value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<JsonFault> FindJsonFault(std::string_view text, int most_depth) {
  std::vector<std::set<std::string_view>> open;  // names of the members so far
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"') {
      const std::size_t end = SkipString(text, i);
      const std::size_t next = SkipSpace(text, end);
      if (next < text.size() && text[next] == ':' && !open.empty()) {
        const std::string_view name = text.substr(i + 1, end - i - 2);
        if (!open.back().insert(name).second) {
          return JsonFault{i, fmt::format("the member {} is there twice", base::Quoted(name))};
        }
      }
      i = end;
      continue;
    }
    if (Opens(c)) {
      if (open.size() == static_cast<std::size_t>(most_depth)) {
        return JsonFault{i, fmt::format("nested deeper than {} levels", most_depth)};
      }
      open.emplace_back();
    }
    if (Closes(c) && !open.empty()) open.pop_back();
    ++i;
  }
  return std::nullopt;
}

std::size_t FindPlace(std::string_view text, std::string_view pointer) {
  std::size_t at = SkipSpace(text, 0);
  while (!pointer.empty()) {
    pointer.remove_prefix(1);
    const std::size_t slash = std::min(pointer.find('/'), pointer.size());
    const auto found = FindMember(text, at, pointer.substr(0, slash));
    if (!found) break;
    at = *found;
    pointer.remove_prefix(slash);
  }
  return at;
}

}  // namespace trace
