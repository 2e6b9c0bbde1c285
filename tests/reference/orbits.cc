#include "tests/reference/orbits.h"

#include <algorithm>
#include <cctype>

namespace reference {
namespace {

const std::string kPlus = " ++ ";

std::string RenameWords(const std::string& text, const std::map<std::string, std::string>& words) {
  std::string renamed, word;
  const auto flush = [&] {
    const auto at = words.find(word);
    renamed += at == words.end() ? word : at->second;
    word.clear();
  };
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    flush();
    renamed += c;
  }
  flush();
  return renamed;
}

/// "Place: 1`a ++ 1`b": the tokens in an order of their texts.
std::string SortTokens(const std::string& line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string::npos) return line;
  std::vector<std::string> tokens;
  for (std::size_t begin = colon + 2; begin <= line.size();) {
    const std::size_t end = std::min(line.find(kPlus, begin), line.size());
    tokens.push_back(line.substr(begin, end - begin));
    begin = end + kPlus.size();
  }
  std::ranges::sort(tokens);
  std::string sorted = line.substr(0, colon) + ": ";
  for (std::size_t i = 0; i < tokens.size(); ++i) sorted += (i == 0 ? "" : kPlus) + tokens[i];
  return sorted;
}

}  // namespace

std::vector<std::map<std::string, std::string>> AllRenamings(
    const std::vector<std::vector<std::string>>& sets) {
  std::vector<std::map<std::string, std::string>> all = {{}};
  for (const std::vector<std::string>& set : sets) {
    std::vector<std::string> order = set;
    std::ranges::sort(order);
    const std::vector<std::string> words = order;
    std::vector<std::map<std::string, std::string>> more;
    do {
      for (std::map<std::string, std::string> renaming : all) {
        for (std::size_t i = 0; i < words.size(); ++i) renaming[words[i]] = order[i];
        more.push_back(std::move(renaming));
      }
    } while (std::ranges::next_permutation(order).found);
    all = std::move(more);
  }
  return all;
}

std::string Renamed(const std::string& marking, const std::map<std::string, std::string>& words) {
  std::string renamed;
  for (std::size_t begin = 0; begin < marking.size();) {
    const std::size_t end = std::min(marking.find('\n', begin), marking.size());
    renamed += SortTokens(RenameWords(marking.substr(begin, end - begin), words)) + '\n';
    begin = end + 1;
  }
  return renamed;
}

std::string Representative(const std::string& marking,
                           const std::vector<std::map<std::string, std::string>>& renamings) {
  std::string least = Renamed(marking, renamings.front());
  for (const auto& renaming : renamings) least = std::min(least, Renamed(marking, renaming));
  return least;
}

}  // namespace reference
