#include "cpn/report/aldebaran.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/report/testing.h"

namespace cpn::report {
namespace {

std::string FileOf(const Engine& engine, const StateSpace& space) {
  std::string file;
  WriteAldebaran(engine, space, [&](std::string_view piece) { file += piece; });
  return file;
}

TEST(AldebaranTest, HeaderThenOneLineForEachArc) {
  const ExploredGraph graph({{"a", 1, 2}, {"b", 1, 2}, {"c", 2, 1}});
  EXPECT_EQ(FileOf(graph.run.engine, graph.space),
            "des (0, 3, 2)\n"
            "(0, \"a (from = 1, to = 2)\", 1)\n"
            "(0, \"b (from = 1, to = 2)\", 1)\n"
            "(1, \"c (from = 2, to = 1)\", 0)\n");
}

TEST(AldebaranTest, NodesThatAreNotExpandedAreThereWithoutArcs) {
  ExplorationOptions options;
  options.max_states = 2;
  const ExploredGraph graph({{"a", 1, 2}, {"b", 2, 3}}, {}, options);
  EXPECT_EQ(FileOf(graph.run.engine, graph.space),
            "des (0, 1, 2)\n(0, \"a (from = 1, to = 2)\", 1)\n");
}

TEST(AldebaranTest, LabelsHaveNoQuotesNorLineBreaks) {
  testing::ModelBuilder b;
  const ColourSetId text = b.String();
  const auto place = b.Top().Place("P", text, b.Tokens({b.values.String("x\n\"y\"")}));
  testing::TransitionBuilder t = b.Top().Transition("T");
  t.Input(place, {t.Var("s", text)});
  testing::RunningNet run(b);
  const std::string label = run.engine.FormatElement(Explore(run.engine).Out(0)[0].element);
  ASSERT_THAT(label, ::testing::HasSubstr("\"")) << "nothing to replace";
  const std::string file = FileOf(run.engine, Explore(run.engine));
  EXPECT_EQ(std::count(file.begin(), file.end(), '\n'), 2);
  EXPECT_EQ(std::count(file.begin(), file.end(), '"'), 2);
}

TEST(AldebaranTest, LargeFilesComeInPieces) {
  testing::ModelBuilder b;
  const ColourSetId number = b.Range("Number", 0, 60'000);
  const auto place = b.Top().Place("P", number, b.Ints({0}));
  testing::TransitionBuilder t = b.Top().Transition("T");
  const FunctionId next = b.ComputeFunction({"n"}, [&b](testing::Arguments a) {
    return b.values.Int((b.values.AsInt(a[0]) + 1) % 60'001);
  });
  t.Input(place, {t.Var("n", number)}).Output(place, {testing::Computed(next)});
  testing::RunningNet run(b);
  const StateSpace space = Explore(run.engine);
  std::size_t pieces = 0;
  std::string file;
  WriteAldebaran(run.engine, space, [&](std::string_view piece) {
    ++pieces;
    file += piece;
  });
  EXPECT_GT(pieces, 1u);
  EXPECT_EQ(std::count(file.begin(), file.end(), '\n'), 60'002);
  EXPECT_TRUE(file.ends_with("(60000, \"T (n = 60000)\", 0)\n"));
}

}  // namespace
}  // namespace cpn::report
