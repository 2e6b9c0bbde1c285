// .cpn files to documents.
//
// Invariants:
//  1. whatever the file, the reader ends in a Document whose invariants hold, or in a ReadError;
//  2. what the reader does not know (layout, options, simulator state) it leaves out, since it has
//     no meaning for the net; what has meaning and is unknown is an error.
// Thread safety: free functions without state.
// Source: the files' DTD, http://cpntools.org/DTD/6/cpn.dtd, and the files that CPN Tools 2 to 4
// wrote.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "cpntools/document/document.h"

namespace cpntools {

/// The file is no .cpn file, or a broken one. what() is for the user: file, place, what is wrong
/// and what would be right.
class ReadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `file` is for messages. Throws ReadError.
Document ReadDocument(std::string_view text, const std::string& file);
/// Throws ReadError, also when the file cannot be read.
Document ReadDocumentFile(const std::string& path);

}  // namespace cpntools
