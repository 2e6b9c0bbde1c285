// quorum_threads_systematic: the real quorum calls with all their threads under one scheduler.
#include "quorum/systematic/threads/threads_harness.h"
#include "systematic/main.h"

int main(int argc, char** argv) {
  return systematic::Main(argc, argv, quorum::systematic::AllThreadHarnesses());
}
