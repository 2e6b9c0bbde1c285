// Ranks as threads: properties with their runs, checkpoints, and what they refuse.
#include "cpn/distributed/rank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpn/ctl/check.h"
#include "cpn/distributed/checkpoint.h"
#include "cpn/distributed/invariants.h"
#include "cpn/distributed/structure.h"
#include "cpn/distributed/thread_transport.h"
#include "cpn/lua/lua_model.h"

namespace cpn::distributed {
namespace {

using ::testing::HasSubstr;

// Philosophers who take one fork after the other, and some that know no better.
constexpr const char* kModel = R"(
N = param(6)
P = range(1, N)
var { p = P }
Think, Left, Eat, Fork = place(P, all), place(P), place(P), place(P, all)
Log = place(list(P), { {} })
var { l = list(P) }
TakeLeft  = transition { input = { Think(p), Fork(p) }, output = { Left(p) } }
TakeRight = transition { input = { Left(p), Fork(expr "p % N + 1") }, output = { Eat(p) } }
Return    = transition {
  input = { Eat(p), Log(l) },
  output = { Think(p), Fork(p), Fork(expr "p % N + 1"),
             Log(function(l, p) if #l == 2 then return {} end return insert(l, p) end) } }
property "one eats"     (INV(NF(function(M) return #M.Eat <= 1 end)))
property "all can"      (INV(NF(function(M) return #M.Eat <= N / 2 end)))
property "no five left" (NOT(POS(NF(function(M) return #M.Left == 5 end))))
property "begins"       (NF(function(M) return #M.Think == N end))
)";

std::unique_ptr<lua::LuaModel> Load(const std::string& text = kModel) {
  return lua::LuaModel::LoadText(text, "model.lua");
}

RankOptions Options() {
  RankOptions options;
  options.alike_until = 0;
  options.batch_bytes = 200;
  options.choose_again_from = 30;
  options.help_from = 0;
  options.least_given = 1;
  return options;
}

std::vector<const ctl::Property*> All(const lua::LuaModel& model) {
  std::vector<const ctl::Property*> all;
  for (const ctl::Property& property : model.properties()) all.push_back(&property);
  return all;
}

/// What a result says but for times and notes.
std::string Text(const Engine& engine, const ctl::Result& result) {
  std::string text = result.property + ": " + std::string(NameOf(result.verdict)) + "\n";
  text += std::to_string(result.states) + " states, " + std::to_string(result.arcs) + " arcs\n";
  if (!result.evidence) return text;
  for (const BindingElementId step : result.evidence->steps) {
    text += "  " + engine.FormatElement(step) + "\n";
  }
  for (const ctl::Milestone& milestone : result.evidence->milestones) {
    text += "  " + std::to_string(milestone.steps) + ": " + milestone.text + "\n";
  }
  return text;
}

std::string CheckWith(unsigned ranks, const RankOptions& options) {
  std::string text;
  RunRanks(ranks, [&](Transport& transport) {
    const auto model = Load();
    Rank rank(&model->engine(), &transport, options);
    const auto results =
        TogetherCheck(rank, model->state_functions(), All(*model), std::size_t{1} << 20);
    if (transport.rank() != 0) return;
    for (const ctl::Result& result : results) text += Text(model->engine(), result);
  });
  return text;
}

TEST(RankTest, AViolationHasTheRunThatOneProcessFinds) {
  const auto model = Load();
  std::string expected;
  for (const ctl::Result& result :
       ctl::Check(model->engine(), model->state_functions(), All(*model))) {
    expected += Text(model->engine(), result);
  }
  ASSERT_THAT(expected, HasSubstr("one eats: violated"));
  ASSERT_THAT(expected, HasSubstr("all can: holds"));
  ASSERT_THAT(expected, HasSubstr("TakeRight (p = "));
  for (const unsigned ranks : {1u, 2u, 3u, 8u}) {
    EXPECT_EQ(CheckWith(ranks, Options()), expected) << ranks;
    RankOptions alike = Options();
    alike.alike_until = 50;
    EXPECT_EQ(CheckWith(ranks, alike), expected) << ranks;
  }
}

/// Explores with a checkpoint after each level, and ends after `levels` of them.
StateCount Explore(unsigned ranks, const RankOptions& options, std::size_t levels = 1000,
                   const std::string& text = kModel) {
  StateCount found;
  RunRanks(ranks, [&](Transport& transport) {
    const auto model = Load(text);
    Rank rank(&model->engine(), &transport, options);
    std::size_t visited = 0;
    const StateCount count =
        rank.TogetherExplore([&](NodeId, NodeId) { return ++visited <= levels; });
    if (transport.rank() == 0) found = count;
  });
  return found;
}

/// Which rank is first at the end of its part is up to the processor, so it may take several runs.
TEST(RankTest, ARankWithoutWorkExpandsWhatOthersHave) {
  const StateCount expected = Explore(1, Options());
  RankOptions options = Options();
  options.exploration.tuning.batch = 1;  // it looks for messages after each marking
  std::atomic<std::uint64_t> given = 0;
  for (int run = 0; run < 200 && given == 0; ++run) {
    RunRanks(3, [&](Transport& transport) {
      const auto model = Load();
      Rank rank(&model->engine(), &transport, options);
      const StateCount count = rank.TogetherExplore();
      EXPECT_EQ(count.states, expected.states);
      EXPECT_EQ(count.arcs, expected.arcs);
      EXPECT_EQ(count.dead_markings, expected.dead_markings);
      given += rank.statistics().given;
    });
  }
  EXPECT_GT(given, 0u);
}

RankOptions With(const std::string& checkpoint, const std::string& resume = "") {
  RankOptions options = Options();
  options.checkpoint_folder = checkpoint;
  options.checkpoint_seconds = 0;
  options.resume_folder = resume;
  options.identity = "this model";
  return options;
}

TEST(CheckpointTest, ARunThatGoesOnEndsAsOneThatWasNotDisturbed) {
  const StateCount whole = Explore(2, Options());
  ASSERT_GT(whole.depth, 9u);
  for (const unsigned ranks : {1u, 2u, 3u}) {
    for (const NodeId alike : {0u, 60u}) {
      const base::TemporaryFolder folder;
      RankOptions first = With(folder.path().string());
      first.alike_until = alike;
      EXPECT_EQ(Explore(ranks, first, 3).end, ExplorationEnd::kStopped);
      RankOptions second = With(folder.path().string(), folder.path().string());
      second.alike_until = alike;
      EXPECT_EQ(Explore(ranks, second, 9).end, ExplorationEnd::kStopped);
      RankOptions third = With("", folder.path().string());
      third.alike_until = alike;
      const StateCount count = Explore(ranks, third);
      EXPECT_EQ(count.states, whole.states);
      EXPECT_EQ(count.arcs, whole.arcs);
      EXPECT_EQ(count.dead_markings, whole.dead_markings);
      EXPECT_EQ(count.depth, whole.depth);
      EXPECT_EQ(count.end, ExplorationEnd::kComplete);
    }
  }
}

std::string Refusal(unsigned ranks, const RankOptions& options) {
  try {
    Explore(ranks, options);
  } catch (const CheckpointError& error) {
    return error.what();
  }
  return "no error";
}

TEST(CheckpointTest, OfAnotherRunIsRefused) {
  const base::TemporaryFolder folder;
  Explore(2, With(folder.path().string()), 5);
  EXPECT_THAT(Refusal(3, With("", folder.path().string())),
              HasSubstr("the checkpoint is of 2 ranks, and these are 3"));
  RankOptions other = With("", folder.path().string());
  other.identity = "that model";
  EXPECT_THAT(Refusal(2, other),
              HasSubstr("the checkpoint is of another model, or of other parameters"));
  EXPECT_THAT(Refusal(2, With("", folder.path().string() + "/none")),
              HasSubstr("there is no checkpoint to go on from"));
}

TEST(CheckpointTest, DamagedOnOneRankEndsAll) {
  const base::TemporaryFolder folder;
  Explore(2, With(folder.path().string()), 5);
  const std::string file = LastCheckpointFile(folder.path().string(), 1);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  EXPECT_THAT(Refusal(2, With("", folder.path().string())), HasSubstr("the checkpoint is damaged"));
}

TEST(CheckpointTest, OneThatIsBeingWrittenDoesNotCount) {
  const base::TemporaryFolder folder;
  Explore(2, With(folder.path().string()), 5);
  const std::string last = LastCheckpointFile(folder.path().string(), 0);
  std::ofstream(NewCheckpointFile(folder.path().string(), 99, 0)) << "half";
  EXPECT_EQ(LastCheckpointFile(folder.path().string(), 0), last);
}

TEST(RankTest, RanksWithDifferentModelsEnd) {
  EXPECT_THROW(RunRanks(2,
                        [&](Transport& transport) {
                          const auto model =
                              Load(transport.rank() == 0
                                       ? kModel
                                       : std::string(kModel) + "Other = place(UNIT)\n");
                          Rank rank(&model->engine(), &transport, Options());
                          rank.TogetherExplore();
                        }),
               ModelError);
}

TEST(RankTest, AFailureIsTheSameOnAnyNumberOfRanks) {
  const std::string text = std::string(kModel) +
                           "Bad = transition { input = { Eat(p) }, guard = function(p) "
                           "return p.x end, output = { Eat(p) } }\n";
  std::string first;
  for (const unsigned ranks : {1u, 2u, 4u}) {
    try {
      Explore(ranks, Options(), 1000, text);
      FAIL() << "the model works";
    } catch (const ModelError& error) {
      if (first.empty()) first = error.what();
      EXPECT_EQ(error.what(), first);
      EXPECT_THAT(first, HasSubstr("model.lua"));
    }
  }
}

/// Who chooses owners by what is ahead sees it before it is explored.
TEST(RankTest, AFailureAheadIsReportedWhenItIsReached) {
  const std::string text = std::string(kModel) +
                           "Bad = transition { input = { Eat(p), Log(l) }, guard = function(p, l) "
                           "return #l == 2 and p.x end, output = { Eat(p), Log(l) } }\n";
  RankOptions options = Options();
  options.alike_until = 50;
  for (const unsigned ranks : {2u, 3u}) {
    EXPECT_EQ(Explore(ranks, options, 6, text).end, ExplorationEnd::kStopped);
    EXPECT_THROW(Explore(ranks, options, 1000, text), ModelError);
  }
}

TEST(StructureTest, AColourComesBackInAnotherStore) {
  ValueStore from;
  ValueStore to;
  to.Int(99);  // so that numbers differ
  const std::vector<Value> parts = {from.Unit(),      from.Bool(true),     from.Int(-5),
                                    from.Enum("yes"), from.String("a\"b"), from.Int(INT64_MIN)};
  const std::vector<std::pair<std::string, Value>> fields = {{"b", from.Int(1)},
                                                             {"a", from.List(parts)}};
  const std::vector<Value> all = {from.Tuple(parts), from.Union("Prepare", from.Record(fields)),
                                  from.List({})};
  ValueHashes here(&from);
  ValueHashes there(&to);
  for (const Value value : all) {
    ByteWriter out;
    WriteValue(from, value, out);
    const std::vector<char> bytes = out.Take();
    ByteReader in(bytes);
    const Value read = ReadValue(to, in);
    EXPECT_EQ(to.Format(read), from.Format(value));
    EXPECT_EQ(there.Of(read), here.Of(value));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      ByteReader cut(std::span<const char>(bytes).first(size));
      EXPECT_THROW(ReadValue(to, cut), BadBytes);
    }
  }
}

TEST(StructureTest, WhatWasToldOnceIsNamedByANumber) {
  ValueStore from;
  ValueStore to;
  to.Int(99);  // so that numbers differ
  ToldWriter writer(&from);
  ToldReader reader(&to);
  std::vector<Value> votes;
  std::size_t largest = 0;
  for (int i = 0; i < 20; ++i) {
    const std::vector<Value> vote = {from.Int(1000 + i), from.Enum("a long name of an answer")};
    const std::vector<std::pair<std::string, Value>> fields = {{"vote", from.Tuple(vote)},
                                                               {"first", from.Bool(i == 0)}};
    votes.push_back(from.Union("Voted", from.Record(fields)));
    const Value list = from.List(votes);
    ByteWriter out;
    writer.Write(list, out);
    writer.Write(list, out);
    writer.Write(votes.front(), out);
    const std::vector<char> bytes = out.Take();
    if (i > 0) largest = std::max(largest, bytes.size());
    ByteReader in(bytes);
    EXPECT_EQ(to.Format(reader.Read(in)), from.Format(list));
    EXPECT_EQ(to.Format(reader.Read(in)), from.Format(list));
    EXPECT_EQ(to.Format(reader.Read(in)), from.Format(votes.front()));
    EXPECT_TRUE(in.at_end());
  }
  EXPECT_LT(largest, 80u);  // all twenty, whole, would be more than 700
}

TEST(StructureTest, ANumberThatWasNeverToldIsRefused) {
  ValueStore values;
  ToldReader reader(&values);
  ByteWriter out;
  out.Number(1);
  const std::vector<char> bytes = out.Take();
  ByteReader in(bytes);
  EXPECT_THROW(reader.Read(in), BadBytes);
}

}  // namespace
}  // namespace cpn::distributed
