// Files that declare data: what they can say, and how what is wrong with them is answered.
#include "cpn/lua/script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "base/temporary_folder.h"
#include "testing/text.h"

namespace cpn::lua {
namespace {

class ScriptTest : public ::testing::Test {
 protected:
  Script Load(const std::string& text, const LoadOptions& options = {}) {
    folder_.Write("a.lua", text);
    return LoadScript(folder_.path() / "a.lua", {"thing"}, options);
  }
  /// The whole message, without the folder's path.
  std::string ErrorOf(const std::string& text, const LoadOptions& options = {}) {
    try {
      Load(text, options);
    } catch (const ModelError& error) {
      return test::Replace(error.what(), folder_.path().string() + '/', "");
    }
    return "no error";
  }

  base::TemporaryFolder folder_;
};

TEST_F(ScriptTest, DeclarationsComeInTheirOrderWithTheirValues) {
  const Script script = Load(
      "thing \"b\" { size = 2, text = \"x\", is = true }\n"
      "thing \"a\" { 1.5, { inner = {} } }\n");
  ASSERT_EQ(script.declarations.size(), 2u);
  const ScriptDeclaration& b = script.declarations[0];
  EXPECT_EQ(b.word, "thing");
  EXPECT_EQ(b.name, "b");
  ASSERT_EQ(b.value.fields.size(), 3u);
  EXPECT_EQ(b.value.fields[0].name, "is");
  EXPECT_TRUE(b.value.fields[0].value.boolean);
  EXPECT_EQ(b.value.fields[1].value.text, "2");
  EXPECT_EQ(b.value.fields[1].value.number, 2);
  EXPECT_EQ(b.value.fields[2].value.text, "x");
  const ScriptValue& a = script.declarations[1].value;
  ASSERT_EQ(a.items.size(), 2u);
  EXPECT_EQ(a.items[0].number, 1.5);
  EXPECT_EQ(a.items[1].fields[0].value.kind, ScriptValue::Kind::kList);
}

TEST_F(ScriptTest, ValuesSayWhereTheyStand) {
  const Script script = Load("thing \"a\" {\n  one = {\n    two = 2 } }\n");
  const ScriptValue& one = script.declarations[0].value.fields[0].value;
  EXPECT_EQ(one.where.line, 2);
  EXPECT_EQ(one.where.column, 3);
  EXPECT_EQ(one.fields[0].value.where.line, 3);
  EXPECT_EQ(one.fields[0].value.where.column, 5);
}

TEST_F(ScriptTest, ComputesLikeAModelAndHasParameters) {
  LoadOptions options;
  options.parameters["N"] = "2";
  const Script script =
      Load("N = param(3)\nthing \"a\" { list = map(range_list(1, N), tostring) }\n", options);
  ASSERT_EQ(script.declarations[0].value.fields[0].value.items.size(), 2u);
  EXPECT_EQ(script.declarations[0].value.fields[0].value.items[1].text, "2");
  ASSERT_EQ(script.parameters.size(), 1u);
  EXPECT_EQ(script.parameters[0].value, "2");
}

TEST_F(ScriptTest, AFunctionIsNoData) {
  EXPECT_EQ(ErrorOf("thing \"a\" { run = function() end }\n"),
            "a.lua:1:13: thing \"a\" takes texts, numbers, truth values and tables of them, not a "
            "function\nthing \"a\" { run = function() end }\n            ^");
}

TEST_F(ScriptTest, ADeclarationHasANameAndATable) {
  EXPECT_EQ(ErrorOf("thing {}\n"),
            "a.lua:1:1: thing has a name in a string, as in thing \"name\" { ... }\nthing {}\n^");
  EXPECT_EQ(ErrorOf("thing \"a\" (3)\n"),
            "a.lua:1:1: thing \"a\" takes one table, thing \"a\" { ... }\nthing \"a\" (3)\n^");
}

TEST_F(ScriptTest, NetsAreNotForIt) {
  EXPECT_EQ(ErrorOf("P = place(UNIT)\n"), "a.lua:1:5: unknown name place\nP = place(UNIT)\n    ^");
}

TEST_F(ScriptTest, TheSandboxHolds) {
  EXPECT_EQ(ErrorOf("thing \"a\" { os.getenv(\"HOME\") }\n"),
            "a.lua:1:13: os is not available: models are sandboxed, they only compute (no files, "
            "clock, randomness, code loading or catching of errors)\n"
            "thing \"a\" { os.getenv(\"HOME\") }\n            ^");
}

TEST_F(ScriptTest, ATableThatContainsItselfIsRefused) {
  EXPECT_EQ(ErrorOf("local t = {}\nt.t = t\nthing \"a\" (t)\n"),
            "a.lua:3:1: thing \"a\" is nested more than 32 deep\nthing \"a\" (t)\n^");
}

TEST_F(ScriptTest, AnUnknownParameterIsRefused) {
  LoadOptions options;
  options.parameters["M"] = "2";
  EXPECT_EQ(ErrorOf("N = param(3)\n", options),
            "a.lua: -D M=2: the model has no param M (there is N)");
}

TEST_F(ScriptTest, AFileThatIsNotThere) {
  EXPECT_THROW(LoadScript(folder_.path() / "none.lua", {"thing"}), ModelError);
}

class LiveScriptTest : public ::testing::Test {
 protected:
  /// Loads the text, and calls the function `run` of its first declaration.
  std::optional<ScriptValue> Run(const std::string& text, const ScriptValue& argument) {
    folder_.Write("a.lua", text);
    script_ = LiveScript::Load(folder_.path() / "a.lua", {"thing"});
    for (const ScriptField& field : script_->script().declarations[0].value.fields) {
      if (field.name == "run") {
        return script_->Call(field.value, argument, "thing \"a\"", [] { return "run of line 7"; });
      }
    }
    return std::nullopt;
  }
  std::string ErrorOf(const std::string& text, const ScriptValue& argument) {
    try {
      Run(text, argument);
    } catch (const ModelError& error) {
      return test::Replace(error.what(), folder_.path().string() + '/', "");
    }
    return "no error";
  }
  static ScriptValue Number(const std::string& text) {
    ScriptValue value;
    value.kind = ScriptValue::Kind::kNumber;
    value.text = text;
    value.number = std::stod(text);
    return value;
  }

  base::TemporaryFolder folder_;
  std::unique_ptr<LiveScript> script_;
};

TEST_F(LiveScriptTest, FunctionIsCalledWithData) {
  ScriptValue record;
  record.kind = ScriptValue::Kind::kTable;
  record.fields.push_back({"n", Number("9007199254740993")});
  const auto result =
      Run("thing \"a\" { run = function(r) return { n = r.n + 1, lacks = r.other == nil } end }\n",
          record);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(result->fields[0].value.boolean);
  EXPECT_EQ(result->fields[1].value.text, "9007199254740994");
}

TEST_F(LiveScriptTest, NilIsNoValue) {
  EXPECT_FALSE(Run("thing \"a\" { run = function(r) end }\n", Number("1")).has_value());
}

TEST_F(LiveScriptTest, FailureNamesTheLineAndWhatWasAsked) {
  EXPECT_EQ(ErrorOf("thing \"a\" {\n  run = function(r) return r.x end }\n", Number("1")),
            "a.lua:2:18: attempt to index a number value (local 'r'), in run of line 7 of thing "
            "\"a\"\n  run = function(r) return r.x end }\n                 ^");
}

TEST_F(LiveScriptTest, FunctionIsNoResult) {
  EXPECT_THAT(
      ErrorOf("thing \"a\" { run = function() return { function() end } end }\n", Number("1")),
      ::testing::HasSubstr("what it yields takes texts, numbers, truth values and tables of them, "
                           "not a function, in run of line 7 of thing \"a\"\n"));
}

TEST_F(LiveScriptTest, NothingOutlivesACall) {
  EXPECT_THAT(ErrorOf("local n = 0\nthing \"a\" { run = function() n = n + 1 return n end }\n",
                      Number("1")),
              ::testing::HasSubstr("a.lua:"));
}

}  // namespace
}  // namespace cpn::lua
