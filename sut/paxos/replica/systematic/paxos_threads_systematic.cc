// paxos_threads_systematic: the real replica, called by many threads, under one scheduler.
#include "sut/paxos/replica/systematic/replica_threads.h"
#include "systematic/main.h"

int main(int argc, char** argv) {
  return systematic::Main(argc, argv, paxos::ReplicaThreadHarnesses());
}
