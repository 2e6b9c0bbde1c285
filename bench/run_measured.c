/* Runs a program, and writes what it took to a file: wall seconds, CPU seconds (user + system), peak
 * resident KiB, exit code.
 *
 *   run_measured FILE PROGRAM ARGUMENT...
 *
 * In C, since Linux counts what the calling process holds when it starts another into that one's peak:
 * from Python, no program could be seen to need less than Python. */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double Seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const double start = Seconds();
  const pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) return 2;
  const double wall = Seconds() - start;
  const double cpu = usage.ru_utime.tv_sec + usage.ru_utime.tv_usec / 1e6 + usage.ru_stime.tv_sec +
                     usage.ru_stime.tv_usec / 1e6;
  FILE* file = fopen(argv[1], "w");
  if (file == NULL) return 2;
  fprintf(file, "%.6f %.6f %ld %d\n", wall, cpu, usage.ru_maxrss,
          WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return fclose(file) == 0 ? 0 : 2;
}
