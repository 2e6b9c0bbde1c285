// What a binding element changes by, noted before all tokens are known; which places count.
#include "cpn/distributed/marking_hash.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "cpn/explore/expander.h"
#include "cpn/explore/marking_store.h"
#include "cpn/lua/lua_model.h"

namespace cpn::distributed {
namespace {

// Clear empties Votes, which has no token before Vote has occurred.
constexpr const char* kVoting = R"(
W = range(1, 3)
var { w = W }
Idle, Votes, Done = place(W, all), place(W), place(W)
Clear = transition { input = { Idle(w) }, reset = { Votes }, output = { Done(w) } }
Vote  = transition { input = { Done(w) }, output = { Votes(w) } }
)";

/// Votes for 2 say who owns a marking. When Clear is noted, no place has had that token; it changes
/// the sum by what Votes has all the same.
TEST(MarkingHashTest, AResetIsNoConstantChangeThoughItsTokensComeLater) {
  const auto model = lua::LuaModel::LoadText(kVoting, "model.lua");
  Engine& engine = model->engine();
  explore::SuccessorTables tables(&engine, {});
  explore::MarkingStore store(std::size_t{1} << 24);
  const std::vector<std::uint64_t> record = tables.InitialRecord();
  store.ChangeLayout(tables.layout(), [](const auto*, auto*) {});
  store.Insert<0>(record.data(), store.Hash<0>(record.data()));
  explore::Expander expander(&tables, &store, 0, false, 256);
  expander.UseLayout();

  constexpr PlaceId kVotes = 1;
  const std::uint64_t vote = MarkingHash(&tables).OfColour(kVotes, tables.engine().values().Int(2));
  MarkingHash hash(&tables, 2, {{vote, 1}});
  while (expander.ExpandExclusive(0) == explore::Expansion::kStaleLayout) {
    tables.ChangeLayout(store);
    expander.UseLayout();
  }
  ASSERT_EQ(expander.buffered(), 3u);
  hash.NoteBindings();
  EXPECT_EQ(tables.place(kVotes).tokens(), 0u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_FALSE(hash.IsConstant(expander.BufferedElement(i)));
}

TEST(MarkingHashTest, OnlyPlacesWithTokensThatCountAddToTheHash) {
  const auto model = lua::LuaModel::LoadText(kVoting, "model.lua");
  explore::SuccessorTables tables(&model->engine(), {});
  const std::vector<std::uint64_t> record = tables.InitialRecord();
  constexpr PlaceId kIdle = 0;
  const std::uint64_t idle = MarkingHash(&tables).OfColour(kIdle, tables.engine().values().Int(3));
  MarkingHash hash(&tables, 8, {{idle, 5}});
  EXPECT_EQ(hash.CountingPlaces(), std::vector<PlaceId>{kIdle});
  EXPECT_EQ(hash.OfRecord(record.data()), 5u);
  EXPECT_EQ(hash.OfRecord(record.data(), hash.CountingPlaces()), 5u);
}

}  // namespace
}  // namespace cpn::distributed
