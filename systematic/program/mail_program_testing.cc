// A program for systematic testing, for program_test.cc: its harnesses are known to be right or
// wrong, and in which way.
#include <algorithm>
#include <memory>
#include <utility>

#include "systematic/main.h"
#include "systematic/testing/mail.h"

namespace {

constexpr std::pair<const char*, const char*> kDelivered = {"delivered", "no letter is owed"};

systematic::HarnessInfo Mail() {
  systematic::HarnessInfo info = systematic::MailHarness("mail", 4, true);
  info.search = systematic::SearchForm{.properties = {kDelivered}};
  return info;
}

/// For searches only; letters are lost where that is wanted.
systematic::HarnessInfo Sought() {
  systematic::HarnessInfo info = systematic::MailHarness("sought", 1, true);
  info.make = nullptr;
  info.search = systematic::SearchForm{
      .properties = {kDelivered},
      .faults = {{"loss", "letters are lost"}, {"hurry", "two letters, which may overtake"}},
      .make = [](const systematic::SearchWorld& world) {
        const auto has = [&world](const char* fault) {
          return std::find(world.faults.begin(), world.faults.end(), fault) != world.faults.end();
        };
        return std::make_unique<systematic::Mail>(has("hurry") ? 2 : 1, has("loss"));
      }};
  return info;
}

}  // namespace

int main(int argc, char** argv) {
  return systematic::Main(argc, argv,
                          {Mail(), systematic::MailHarness("calm", 1, false), Sought()});
}
