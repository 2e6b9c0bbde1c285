// What the writers of statements, calls and functions of colour sets need of the writer of
// expressions, which needs them in turn.
#pragma once

#include "cpntools/lua/code.h"
#include "cpntools/lua/scope.h"
#include "cpntools/ml/ast.h"

namespace cpntools {

class ValueWriter {
 public:
  /// An expression, whose types are inferred, as a Lua expression. Throws MlError.
  virtual Code Value(const ml::Expression& e) = 0;

 protected:
  ~ValueWriter() = default;
};

/// Where text is being written.
struct Writing {
  Scope& scope;
  ValueWriter& values;
};

}  // namespace cpntools
