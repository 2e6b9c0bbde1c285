// Modules, ports, fusion places, instances, scopes and files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/temporary_folder.h"
#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using ::testing::ElementsAre;
using testing::EnabledOf;
using testing::LoadErrorOf;
using testing::LoadText;
using testing::ModelFolder;
using testing::Successors;

std::vector<std::string> PlaceNames(const LuaModel& model) {
  std::vector<std::string> names;
  for (const Place& place : model.net().places()) names.push_back(place.name);
  return names;
}

std::vector<std::string> TransitionNames(const LuaModel& model) {
  std::vector<std::string> names;
  for (const Transition& transition : model.net().transitions()) names.push_back(transition.name);
  return names;
}

constexpr char kTwoInstances[] = R"lua(
var { i = INT }
Step = module(function(_ENV)
  From, To = In(INT), Out(INT)
  Count = place(INT, { 0 })
  Move = transition { input = { From(i) }, output = { To(i) } }
end)
A, B, C = place(INT, { 7 }), place(INT), place(INT)
First = substitution(Step, { From = A, To = B })
Second = substitution(Step, { From = B, To = C })
)lua";

TEST(ModuleTest, InstancesHaveTheirOwnPlacesAndSharedSockets) {
  const auto model = LoadText(kTwoInstances);
  EXPECT_THAT(PlaceNames(*model), ElementsAre("A", "B", "C", "First.Count", "Second.Count"));
  EXPECT_THAT(TransitionNames(*model), ElementsAre("First.Move", "Second.Move"));
  EXPECT_EQ(model->net().transitions()[1].instance, "Second");
  EXPECT_THAT(Successors(*model), ElementsAre("B: 1`7\nFirst.Count: 1`0\nSecond.Count: 1`0\n"));
}

TEST(ModuleTest, PortsTakeSocketsOfTheSameNameDeclaredAfterTheInstance) {
  const auto model = LoadText(R"lua(
    M = module(function(_ENV)
      P = In(UNIT)
      T = transition { input = { P(unit) } }
    end)
    S = substitution(M)
    P = place(UNIT, { unit })
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("S.T ()"));
}

TEST(ModuleTest, InstanceMayHaveTheNameOfItsModule) {
  const auto model = LoadText(R"lua(
    Inner = module(function(_ENV) T = transition {} end)
    Outer = module(function(_ENV) Inner = substitution(Inner) end)
    Outer = substitution(Outer)
    test "x" { observe = { [Inner.T] = function(instance) return stimulus(instance, {}) end } }
  )lua");
  EXPECT_THAT(TransitionNames(*model), ElementsAre("Outer.Inner.T"));
  const auto enabled = model->engine().Enabled(model->engine().InitialMarking());
  const auto seen = model->Specification("x").Observe(model->engine().Element(enabled[0]));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].name, "Outer.Inner");
}

TEST(ModuleTest, NamesOfAModuleMayHideOuterOnes) {
  const auto model = LoadText(R"lua(
    Prepare = module(function(_ENV) T = transition {} end)
    limit = 1
    M = module(function(_ENV)
      limit = 2
      Prepare = place(INT, { limit })
    end)
    M1 = substitution(M)
  )lua");
  EXPECT_EQ(model->engine().FormatMarking(model->engine().InitialMarking()), "M1.Prepare: 1`2\n");
}

TEST(ModuleTest, FusionPlaceIsOneEverywhere) {
  const auto model = LoadText(R"lua(
    Log = fusion(INT, { 1 })
    M = module(function(_ENV)
      T = transition { output = { Log(2) } }
    end)
    M1, M2 = substitution(M), substitution(M)
    U = transition { input = { Log(1) } }
  )lua");
  EXPECT_THAT(PlaceNames(*model), ElementsAre("Log"));
  EXPECT_THAT(Successors(*model), ElementsAre("", "Log: 1`1 ++ 1`2\n", "Log: 1`1 ++ 1`2\n"));
}

TEST(ModuleTest, FusionSetsOfModulesAreTheirOwn) {
  const auto model = LoadText(R"lua(
    A = module(function(_ENV) Log = fusion(INT, { 1 }) end)
    B = module(function(_ENV) Log = fusion(BOOL, { true }) end)
    A1, A2, B1 = substitution(A), substitution(A), substitution(B)
  )lua");
  EXPECT_THAT(PlaceNames(*model), ElementsAre("A.Log", "B.Log"));
}

TEST(ModuleTest, FusionPlaceCanBeASocket) {
  const auto model = LoadText(R"lua(
    Log = fusion(UNIT, { unit })
    Inner = module(function(_ENV)
      In1 = In(UNIT)
      T = transition { input = { In1(unit) } }
    end)
    Outer = module(function(_ENV) I = substitution(Inner, { In1 = Log }) end)
    O = substitution(Outer)
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("O.I.T ()"));
}

TEST(ModuleTest, VariablesOfAModuleAreItsOwn) {
  const auto model = LoadText(R"lua(
    var { x = INT }
    M = module(function(_ENV)
      var { x = BOOL }
      P = place(BOOL, { true })
      T = transition { input = { P(x) } }
    end)
    M1 = substitution(M)
    P = place(INT, { 3 })
    T = transition { input = { P(x) } }
  )lua");
  EXPECT_THAT(EnabledOf(*model), ElementsAre("T (x = 3)", "M1.T (x = true)"));
}

TEST(ModuleTest, OuterPlaceIsInvisible) {
  EXPECT_EQ(LoadErrorOf(R"lua(
P = place(INT)
M = module(function(_ENV)
  T = transition { input = { P(1) } }
end)
)lua"),
            "init.lua:4:30: P belongs to the top module and is not visible in a module inside it; "
            "a place comes in through a port, P = In(...), Out(...) or InOut(...)\n"
            "  T = transition { input = { P(1) } }\n"
            "                             ^");
}

TEST(ModuleTest, PortWithoutSocket) {
  EXPECT_EQ(LoadErrorOf(R"lua(
M = module(function(_ENV)
  Votes = In(INT)
end)
S = substitution(M)
)lua"),
            "init.lua:5:1: substitution transition S: port Votes of module M has no socket; assign "
            "a place to it: { Votes = ... }\n"
            "S = substitution(M)\n"
            "^");
}

TEST(ModuleTest, PortAndSocketOfDifferentColourSets) {
  EXPECT_EQ(LoadErrorOf(R"lua(
M = module(function(_ENV)
  Votes = In(INT)
end)
Votes = place(BOOL)
S = substitution(M)
)lua"),
            "init.lua:6:1: substitution transition S: port Votes of module M has colour set INT, "
            "but its socket Votes has colour set BOOL\n"
            "S = substitution(M)\n"
            "^");
}

TEST(ModuleTest, AssignmentToWhatIsNoPort) {
  EXPECT_EQ(LoadErrorOf(R"lua(
M = module(function(_ENV)
  Votes, Acks = In(INT), Out(INT)
end)
P = place(INT)
S = substitution(M, {
  Acks = P,
  Vote = P,
})
)lua"),
            "init.lua:8:3: module M has no port Vote (there are Votes, Acks); did you mean Votes?\n"
            "  Vote = P,\n"
            "  ^");
}

TEST(ModuleTest, PortInTheTopModule) {
  EXPECT_EQ(LoadErrorOf("Votes = In(INT)\n"),
            "init.lua:1:9: In(...) declares a port, and the top module has none: no module is "
            "around it; declare a place(...)\n"
            "Votes = In(INT)\n"
            "        ^");
}

TEST(ModuleTest, DeclarationWithoutName) {
  EXPECT_EQ(LoadErrorOf("M = module(function(_ENV)\n  local p = place(INT)\nend)\n"),
            "init.lua:2: this place has no name: assign it, as in Name = place(...)\n"
            "  local p = place(INT)\n"
            "  ^~~~~~~~~~~~~~~~~~~~");
}

// ---------------------------------------------------------------------------------------- files

TEST(RequireTest, LoadsOnceIntoTheTopModule) {
  ModelFolder folder(R"lua(
    M = module(function(_ENV)
      local colours = require "colours"
      P = place(Worker, { colours.first })
    end)
    require "colours"
    M1 = substitution(M)
  )lua");
  folder.Write("colours.lua", "Worker = range(1, 3)\nreturn { first = 2 }\n");
  const auto model = folder.Load();
  EXPECT_EQ(model->engine().FormatMarking(model->engine().InitialMarking()), "M1.P: 1`2\n");
  ASSERT_EQ(model->files().size(), 2u);
  EXPECT_EQ(model->files()[1], (folder.path() / "colours.lua").string());
}

TEST(RequireTest, ErrorsNameTheFileThatIsWrong) {
  ModelFolder folder("require \"colours\"\n");
  folder.Write("colours.lua", "Vote = enum { \"yes\" }\nWorker = rang(1, 3)\n");
  EXPECT_EQ(folder.LoadError(),
            "colours.lua:2:10: unknown name rang; did you mean range?\n"
            "Worker = rang(1, 3)\n"
            "         ^");
}

TEST(RequireTest, StaysInTheFolder) {
  for (const char* name : {"../colours", "/etc/passwd", "a/b", "a.b", "..", ""}) {
    EXPECT_EQ(LoadErrorOf(std::string("require \"") + name + "\"\n"),
              std::string("init.lua:1:1: require \"") + name +
                  "\": it loads files of the model's own folder, by name and without .lua\nrequire "
                  "\"" +
                  name + "\"\n^");
  }
}

TEST(RequireTest, SymbolicLinkOutOfTheFolder) {
  ModelFolder outside("x = 1\n");
  ModelFolder folder("require \"link\"\n");
  std::filesystem::create_symlink(outside.path() / "init.lua", folder.path() / "link.lua");
  EXPECT_EQ(folder.LoadError(),
            "init.lua:1:1: require \"link\": link.lua leads out of the model's folder\n"
            "require \"link\"\n"
            "^");
}

TEST(RequireTest, MissingFile) {
  EXPECT_EQ(LoadErrorOf("require \"phases\"\n"),
            "init.lua:1:1: require \"phases\": there is no phases.lua\n"
            "require \"phases\"\n"
            "^");
}

TEST(RequireTest, Circle) {
  ModelFolder folder("require \"a\"\n");
  folder.Write("a.lua", "require \"b\"\n");
  folder.Write("b.lua", "require \"a\"\n");
  EXPECT_EQ(folder.LoadError(),
            "b.lua:1:1: require \"a\": it requires itself\n"
            "require \"a\"\n"
            "^");
}

std::string LoadPathError(const std::filesystem::path& path) {
  try {
    LuaModel::Load(path);
    return "";
  } catch (const ModelError& e) {
    return e.what();
  }
}

TEST(LoadTest, MissingModel) {
  EXPECT_EQ(LoadPathError("no/such/model.lua"), "there is no model no/such/model.lua");
}

TEST(LoadTest, FolderWithoutInit) {
  const ModelFolder folder("");
  std::filesystem::remove(folder.path() / "init.lua");
  EXPECT_EQ(LoadPathError(folder.path()),
            "the folder " + folder.path().string() +
                " has no init.lua; a model is a .lua file, or a folder with an init.lua");
}

TEST(LoadTest, FileThatIsNoModel) {
  EXPECT_EQ(LoadPathError("/etc/hostname"),
            "/etc/hostname is no model: a model is a .lua file, or a folder with an init.lua");
}

TEST(LoadTest, CompiledLua) {
  EXPECT_EQ(LoadErrorOf("\033Lua"), "init.lua is compiled Lua; models are source text");
}

TEST(LoadTest, EmptyModelIsAnEmptyNet) {
  const auto model = LoadText("");
  EXPECT_TRUE(model->net().transitions().empty());
  EXPECT_TRUE(EnabledOf(*model).empty());
}

TEST(LoadTest, NameIsTheFolderOrTheFile) {
  ModelFolder folder("");
  folder.Write("other.lua", "");
  EXPECT_EQ(folder.Load()->name(), folder.path().filename().string());
  EXPECT_EQ(LuaModel::Load(folder.path() / "other.lua")->name(), "other");
}

TEST(LoadTest, TwoModelsShareNothing) {
  const auto first = LoadText(kTwoInstances);
  const auto second = LoadText("P = place(STRING, { \"x\" })");
  EXPECT_EQ(EnabledOf(*first).size(), 1u);
  EXPECT_EQ(second->engine().FormatMarking(second->engine().InitialMarking()), "P: 1`\"x\"\n");
  EXPECT_NE(&first->values(), &second->values());
}

TEST(RequireTest, FirstFileLeadsOutOfTheFolder) {
  const ModelFolder outside("P = place(INT)\n");
  const base::TemporaryFolder folder;
  std::filesystem::create_symlink(outside.path() / "init.lua",
                                  std::filesystem::path(folder.path()) / "init.lua");
  try {
    LuaModel::Load(folder.path());
    FAIL() << "it must fail";
  } catch (const ModelError& e) {
    EXPECT_EQ(std::string(e.what()), (std::filesystem::path(folder.path()) / "init.lua").string() +
                                         " leads out of the model's folder");
  }
}

}  // namespace
}  // namespace cpn::lua
