// quorum_systematic: the real quorum calls under a scheduler that makes every choice.
#include "quorum/systematic/calls_harness.h"
#include "systematic/main.h"

int main(int argc, char** argv) {
  return systematic::Main(argc, argv, quorum::systematic::AllHarnesses());
}
