// paxos_server: one replica of single-decree Paxos as a process.
#include "sut/paxos/programs/server_program.h"

int main(int argc, char** argv) { return paxos::RunServerProgram(argc, argv, {}); }
