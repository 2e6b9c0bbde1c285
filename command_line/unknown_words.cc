#include "command_line/unknown_words.h"

#include <algorithm>

#include "base/nearest.h"

namespace command_line {

std::string UnknownArgument(const std::vector<std::string>& words,
                            const std::vector<std::string>& options) {
  const auto option = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word.size() > 1 && word.starts_with('-');
  });
  if (option == words.end()) return "unexpected argument " + words.front();
  const std::string name = option->substr(0, option->find('='));
  return "unknown option " + name + base::DidYouMean(name, options);
}

}  // namespace command_line
