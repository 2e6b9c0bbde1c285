#include "systematic/key_text.h"

namespace systematic {

std::string KeyText(const Key& key, std::string_view kind, std::string_view from,
                    std::string_view to, std::string_view what) {
  std::string text(kind);
  if (!from.empty() || !to.empty()) text.append(" ").append(from);
  if (!to.empty()) text.append(from.empty() ? "" : ">").append(to);
  if (!what.empty()) text.append(" ").append(what);
  if (key.life != 0) text += " ~" + std::to_string(key.life);
  return text + " #" + std::to_string(key.ordinal);
}

std::string ToText(const Key& key, const Names& names) {
  return KeyText(key, names.NameOf(key.kind), names.NameOf(key.from), names.NameOf(key.to),
                 names.NameOf(key.what));
}

}  // namespace systematic
