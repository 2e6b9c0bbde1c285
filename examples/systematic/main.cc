// The case studies as a program for systematic testing: four harnesses that should be clean, and
// one for each bug. `systematic_examples --help` says what it can do.

#include "systematic/main.h"

#include <vector>

#include "examples/systematic/subjects.h"

int main(int argc, char** argv) {
  std::vector<systematic::HarnessInfo> harnesses;
  for (const auto& subjects : {case_studies::WithoutBugs(), case_studies::WithBugs()}) {
    for (const case_studies::Subject& subject : subjects) harnesses.push_back(subject.harness);
  }
  return systematic::Main(argc, argv, harnesses);
}
