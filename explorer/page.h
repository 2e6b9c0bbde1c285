// The files of the page, which are part of the program: it needs no folder of its own, and no
// network.
//
// Invariants: no file refers to anything outside of its own folder. Thread safety: constant.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace explorer {

struct PageFile {
  std::string_view name;
  std::string_view media_type;
  std::string_view text;
};

/// The names of the page's files.
std::span<const std::string_view> PageNames();
/// The file of that name, "" for the page itself; nothing when there is none.
std::optional<PageFile> FindPageFile(std::string_view name);

/// The texts in the order of PageNames(). The build makes it of the folder page/.
std::span<const std::string_view> PageTexts();

}  // namespace explorer
