#include "testing/paths.h"

namespace test {

std::string SourcePath(std::string_view below) {
  return std::string(CPNGEN_SOURCE_DIR).append(below);
}
std::string BuildPath(std::string_view below) {
  return std::string(CPNGEN_BINARY_DIR).append(below);
}
std::string CorpusPath(std::string_view below) { return std::string(CPNGEN_CORPUS).append(below); }
std::string DslPath(std::string_view below) { return std::string(CPNGEN_DSL).append(below); }

}  // namespace test
