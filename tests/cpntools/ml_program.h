// A small program in CPN ML with its known result, and the net that runs it: as the inscription of
// an output arc and as an initial marking. Each subject has a file of such programs.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "cpntools/document/document.h"

namespace cpntools::testing {

struct Program {
  const char* name;
  const char* declarations;
  const char* expression;
  const char* colour_set;
  const char* tokens;  ///< in the notation of CPN Tools
};

inline void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

/// A place R, a place I with the expression as its initial marking, and a transition that puts it
/// on R. The colour sets are INT, BOOL, STRING, UNIT, Vote = with Yes | No, Small = int with 1..3,
/// Pair = INT * STRING, Smalls = Small * Small, Ints = list INT, Texts = list STRING,
/// Rec = seq : INT * data : STRING, Mail = Data : Pair + End, Answer = bool with (no, yes),
/// Tick = unit with tick, Word = string with "a".."b" and 1..2, Short = list Small with 0..1,
/// Odd = subset Small by ..., Powers = subset INT with [2, 4, 8], PH = index ph with 1..3,
/// Shape = Point + Dot : Small, Entry = vote : Vote * by : Odd, Same = Odd.
Document NetOf(const Program& program);

/// The programs are its parameters; ml_programs_test.cc has the test.
class MlProgramsTest : public ::testing::TestWithParam<Program> {};

inline std::string NameOfProgram(const ::testing::TestParamInfo<Program>& test) {
  return test.param.name;
}

}  // namespace cpntools::testing
