#include "adapter/online/shorten.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "adapter/online/certainty.h"
#include "adapter/online/directors.h"

namespace adapter::online {
namespace {

using ::testing::ElementsAre;

std::vector<Seen> Letters(const std::string& letters) {
  std::vector<Seen> stimuli;
  for (const char letter : letters) {
    stimuli.push_back(
        {{cpn::lua::ObservationKind::kStimulus, {std::string(1, letter), {}, ""}}, false});
  }
  return stimuli;
}

std::string TextOf(const std::vector<Seen>& stimuli) {
  std::string text;
  for (const Seen& seen : stimuli) text += seen.event.what.name;
  return text;
}

/// A run that fails with the key.
PlayedRun Failing(const std::vector<Seen>& stimuli, const std::string& key = "bug") {
  PlayedRun run;
  run.outcome = Outcome::kFail;
  run.key = key;
  run.seen = stimuli;
  run.stimuli = stimuli.size();
  return run;
}

PlayedRun Shortest(PlayedRun failing, const PlayStimuli& play) {
  return Shorten(std::move(failing), play, Deadline::max()).back();
}

bool Has(const std::vector<Seen>& stimuli, char letter) {
  return TextOf(stimuli).find(letter) != std::string::npos;
}

TEST(ShortenTest, WhatIsNotNeededIsLeftOut) {
  const PlayStimuli play = [](const std::vector<Seen>& stimuli) {
    const bool fails = Has(stimuli, 'c') && Has(stimuli, 'h') && Has(stimuli, 'x');
    return fails ? Failing(stimuli) : PlayedRun{};
  };
  const PlayedRun run = Shortest(Failing(Letters("abcdefghijklmnopqrstuvwxyz")), play);
  EXPECT_EQ(TextOf(StimuliOf(run)), "chx");
}

TEST(ShortenTest, AFailureOfAnotherKindIsNotTheSame) {
  const PlayStimuli play = [](const std::vector<Seen>& stimuli) {
    return Failing(stimuli, Has(stimuli, 'b') && Has(stimuli, 'c') ? "bug" : "another");
  };
  EXPECT_EQ(TextOf(StimuliOf(Shortest(Failing(Letters("abcd")), play))), "bc");
}

TEST(ShortenTest, WhatTheRunLeftOutItselfIsGone) {
  const PlayStimuli play = [](const std::vector<Seen>& stimuli) {
    if (!Has(stimuli, 'd')) return PlayedRun{};
    return Failing(Letters(Has(stimuli, 'a') ? "ad" : "d"));
  };
  EXPECT_EQ(TextOf(StimuliOf(Shortest(Failing(Letters("abcd")), play))), "d");
}

TEST(ShortenTest, ARunThatFailsSurelyDoesNotBecomeOneThatFailsByLuck) {
  int tries = 0;
  const PlayStimuli play = [&](const std::vector<Seen>& stimuli) {
    if (Has(stimuli, 'a') && Has(stimuli, 'b')) return Failing(stimuli);
    return ++tries % 3 == 0 ? Failing(stimuli) : PlayedRun{};  // one of three tries
  };
  EXPECT_EQ(TextOf(StimuliOf(Shortest(Failing(Letters("xaybz")), play))), "ab");
}

TEST(ShortenTest, ARunThatDoesNotFailAgainIsLeftAsItIs) {
  int played = 0;
  const PlayStimuli play = [&](const std::vector<Seen>&) {
    ++played;
    return PlayedRun{};
  };
  EXPECT_EQ(Shorten(Failing(Letters("abcd")), play, Deadline::max()).size(), 1u);
  EXPECT_EQ(played, Certainty::kMostTries);
}

TEST(ShortenTest, EachRunOfTheChainFailsAndIsShorterThanTheOneBefore) {
  const PlayStimuli play = [](const std::vector<Seen>& stimuli) {
    return Has(stimuli, 'b') ? Failing(stimuli) : PlayedRun{};
  };
  const auto chain = Shorten(Failing(Letters("abcdefgh")), play, Deadline::max());
  ASSERT_GT(chain.size(), 2u);
  EXPECT_EQ(TextOf(StimuliOf(chain.front())), "abcdefgh");
  EXPECT_EQ(TextOf(StimuliOf(chain.back())), "b");
  for (std::size_t i = 1; i < chain.size(); ++i) {
    EXPECT_EQ(chain[i].key, "bug");
    EXPECT_LT(chain[i].stimuli, chain[i - 1].stimuli);
  }
}

TEST(ShortenTest, ARunThatFailsByLuckIsMadeShorterAllTheSame) {
  int tries = 0;
  const PlayStimuli play = [&](const std::vector<Seen>& stimuli) {
    return Has(stimuli, 'b') && ++tries % 2 == 0 ? Failing(stimuli) : PlayedRun{};
  };
  EXPECT_EQ(TextOf(StimuliOf(Shortest(Failing(Letters("abcd")), play))), "b");
}

TEST(ShortenTest, WhatFailsOnceInManyTriesIsNotTaken) {
  int tries = 0;
  const PlayStimuli play = [&](const std::vector<Seen>& stimuli) {
    // The run fails in one of three tries, without "a" in one of six.
    return ++tries % (Has(stimuli, 'a') ? 3 : 6) == 0 ? Failing(stimuli) : PlayedRun{};
  };
  EXPECT_THAT(TextOf(StimuliOf(Shortest(Failing(Letters("abcd")), play))),
              ::testing::HasSubstr("a"));
}

TEST(ShortenTest, ItEndsAtTheDeadline) {
  int played = 0;
  const PlayStimuli play = [&](const std::vector<Seen>& stimuli) {
    ++played;
    return Failing(stimuli);
  };
  const PlayedRun run = Shorten(Failing(Letters("abcd")), play, Clock::now()).back();
  EXPECT_EQ(TextOf(StimuliOf(run)), "abcd");
  EXPECT_EQ(played, 0);
}

TEST(ShortenTest, ItEndsWithAnInterruptedRun) {
  int played = 0;
  const PlayStimuli play = [&](const std::vector<Seen>& stimuli) {
    if (++played <= 3) return Failing(stimuli);
    PlayedRun run;
    run.outcome = Outcome::kInconclusive;
    return run;
  };
  EXPECT_EQ(TextOf(StimuliOf(Shortest(Failing(Letters("abcd")), play))), "abcd");
  EXPECT_EQ(played, 4);
}

}  // namespace
}  // namespace adapter::online
