// Pictures inside a page: SVG files of this program and of Graphviz, made parts of a document.
//
// Thread safety: a free function without state.
// Source: SVG 2, section 2.2 (SVG in HTML); HTML Living Standard, "Foreign elements".
#pragma once

#include <string>
#include <string_view>

namespace cpngen {

/// The element `svg` of a file: without prolog, comments, ids, styles and titles, which are about a
/// document of its own, and with `label` as its name for readers that do not draw. Wide pictures
/// have the class "wide", those whose texts had a seam of their own, to be read on lines, "seam".
std::string InlineSvg(std::string_view file, std::string_view label);

}  // namespace cpngen
