// What the page shows: a model that runs, or traces alone. It answers the page's questions.
//
// Both kinds have nodes, which are numbers: a node is a run up to some step. The answer to "state"
// says of one node all that is to be seen there (docs/explorer.md).
// Thread safety: one question at a time.
#pragma once

#include <string>

#include "explorer/local_server.h"

namespace cpngen::explore {

using explorer::Json;

class Subject {
 public:
  virtual ~Subject() = default;
  /// Throws explorer::QuestionError for a question that makes no sense.
  virtual Json Answer(const std::string& name, const Json& question) = 0;
};

/// The lines around the present one that a list or a chart has.
inline constexpr std::size_t kRowsAround = 60;
/// Binding elements of a marking that can be chosen.
inline constexpr std::size_t kMostChoices = 2000;

}  // namespace cpngen::explore
