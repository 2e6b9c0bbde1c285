// A program for systematic testing, for program_test.cc: its harnesses are known to be right or
// wrong, and in which way.
#include "systematic/main.h"
#include "systematic/testing/mail.h"

int main(int argc, char** argv) {
  return systematic::Main(
      argc, argv,
      {systematic::MailHarness("mail", 4, true), systematic::MailHarness("calm", 1, false)});
}
