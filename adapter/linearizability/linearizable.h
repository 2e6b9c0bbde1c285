// `adapter linearizable`: is the history in a file linearizable?
//
// Thread safety: a free function without state.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

namespace adapter::linearizability {

struct Question {
  std::string file;
  std::string type;         ///< register, map, cas, queue
  std::uint64_t steps = 0;  ///< at most so many in each search
  bool verbose = false;     ///< all of the order that explains what came before
  bool json = false;
};

/// Prints the verdict. Exit codes: 0 linearizable, 1 not, 3 undecided. Throws base::ParseError, and
/// InputError when the file cannot be read.
int Linearizable(const Question& question, std::ostream& out);

}  // namespace adapter::linearizability
