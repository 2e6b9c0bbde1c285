#include "systematic/key_text.h"

namespace systematic {

std::string ToText(const Key& key, const Names& names) {
  std::string text(names.NameOf(key.kind));
  if (key.from != 0 || key.to != 0) {
    text += ' ';
    text += names.NameOf(key.from);
    if (key.to != 0) {
      text += '>';
      text += names.NameOf(key.to);
    }
  }
  if (key.what != 0) {
    text += ' ';
    text += names.NameOf(key.what);
  }
  if (key.life != 0) text += " ~" + std::to_string(key.life);
  return text + " #" + std::to_string(key.ordinal);
}

}  // namespace systematic
