#include "systematic/strategies/key_translation.h"

namespace systematic {
namespace {

/// The key with each of its words replaced; none when a word has no counterpart.
template <typename Function>
std::optional<Key> Replaced(Key key, const Function& counterpart) {
  for (Word* word : {&key.kind, &key.from, &key.to, &key.what}) {
    if (*word == 0) continue;
    *word = counterpart(*word);
    if (*word == 0) return std::nullopt;
  }
  return key;
}

}  // namespace

KeyTranslation::KeyTranslation(const std::vector<std::string>& names) : scheduled_(names) {
  for (std::size_t i = 1; i < names.size(); ++i) words_.emplace(names[i], static_cast<Word>(i));
}

void KeyTranslation::Use(const Names& names) {
  names_ = &names;
  executed_.assign(scheduled_.size(), 0);
}

std::optional<Key> KeyTranslation::ToExecution(const Key& key) {
  return Replaced(key, [this](Word word) {
    if (executed_[word] == 0) executed_[word] = names_->Find(scheduled_[word]);
    return executed_[word];
  });
}

std::optional<Key> KeyTranslation::ToSchedule(const Key& key) const {
  return Replaced(key, [this](Word word) {
    const auto found = words_.find(names_->NameOf(word));
    return found == words_.end() ? Word{0} : found->second;
  });
}

}  // namespace systematic
