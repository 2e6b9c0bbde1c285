// Orbits of markings, by trying all permutations on texts.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace reference {

/// All permutations of the words of each set: old word -> new word.
std::vector<std::map<std::string, std::string>> AllRenamings(
    const std::vector<std::vector<std::string>>& sets);

/// A marking as Engine::FormatMarking() writes it, with other words for these. Words stand for
/// nothing else in the text, and no colour is a list of texts.
std::string Renamed(const std::string& marking, const std::map<std::string, std::string>& words);

/// The least of all renamed markings: the same for all of an orbit.
std::string Representative(const std::string& marking,
                           const std::vector<std::map<std::string, std::string>>& renamings);

}  // namespace reference
