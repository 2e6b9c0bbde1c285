// Where tests find the sources, the programs of their build, and what others made. They are asked
// for, and no macros, so that only one object knows them: whatever checkout compiles a test, the
// compiler cache has it for all.
#pragma once

#include <string>
#include <string_view>

namespace test {

/// The folder of the sources, absolute, with `below` added to it ("/models/two_phase_commit").
std::string SourcePath(std::string_view below = "");
/// The folder of the build, likewise ("/bin/cpngen").
std::string BuildPath(std::string_view below = "");
/// The corpus (CPNGEN_CORPUS: models, suites and known answers made by others), likewise; it may be
/// absent.
std::string CorpusPath(std::string_view below = "");
/// The model language by example (CPNGEN_DSL), likewise; it may be absent.
std::string DslPath(std::string_view below = "");

}  // namespace test
