// The suites of the parts of a call, put together, are the suite of the whole call.
#include "generator/merged_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/parse_error.h"
#include "base/progress.h"
#include "command_line/shard.h"
#include "cpn/lua/lua_model.h"
#include "generator/case_merger.h"
#include "generator/simulation_method.h"
#include "generator/suite_builder.h"
#include "suite/reader.h"
#include "xml/xml.h"

namespace generator {
namespace {

using command_line::BlockOf;
using command_line::Shard;
using cpn::lua::LuaModel;

/// Customers ask for something, small or large, and are served, or refused if it is large.
constexpr const char* kBank = R"(
Customer = range(1, 3)
Amount = enum { "small", "large" }
Answer = enum { "done", "refused" }
var { c = Customer, a = Amount, r = Answer }
Waiting, Asked, Served = place(Customer, all), place(product(Customer, Amount)), place(Customer)
Ask = transition { input = { Waiting(c) }, output = { Asked { c, a } },
                   guard = function(a) return true end }
Reply = transition { input = { Asked { c, a } }, output = { Served(c) },
                     guard = function(a, r) return a == "large" or r == "done" end }
local function ask(c, a) return stimulus("Ask", { customer = c, amount = a }) end
local function reply(c, r) return response("Reply", { customer = c, result = r }) end
test "sequence" { order = "sequence", observe = { [Ask] = ask, [Reply] = reply } }
test "set" { observe = { [Ask] = ask, [Reply] = reply } }
test "alike" { order = "sequence", observe = { [Ask] = ask, [Reply] = reply },
  format = function(o)
    if o.customer == 3 then return {} end
    return xml.node(o.name, o.amount or o.result)
  end }
test "pairs" { observe = { [Ask] = ask, [Reply] = reply },
  pairwise = function(case)
    local options = {}
    for _, o in ipairs(case.stimuli) do options["asks" .. o.customer] = o.amount end
    for _, o in ipairs(case.responses) do options["hears" .. o.customer] = o.result end
    return options
  end }
test "occurrences" { cases = "occurrences", observe = { [Reply] = reply } }
)";

constexpr std::uint64_t kRuns = 60;

class MergedPartsTest : public ::testing::Test {
 protected:
  RawCases Simulate(const std::string& spec, const Shard& shard) {
    const command_line::Block block = BlockOf(kRuns, shard);
    SimulationMethodOptions options;
    options.first = block.begin;
    options.runs = block.size();
    options.seed = 3;
    base::Progress progress(nullptr);
    const auto load = [] { return LuaModel::LoadText(kBank, "bank.lua"); };
    return GenerateFromSimulations(*model_, model_->Specification(spec), load, options, progress);
  }

  static suite::Provenance ProvenanceOf(const std::string& spec, bool merged) {
    suite::Provenance provenance;
    provenance.model = "bank.lua";
    provenance.specification = spec;
    provenance.method = suite::Method::kSimulation;
    provenance.seed = 3;
    provenance.runs = kRuns;
    provenance.merged = merged;
    return provenance;
  }

  std::string Whole(const std::string& spec, bool merged) {
    cpn::lua::TestSpecification& specification = model_->Specification(spec);
    std::vector<xml::Element> cases = BuildCases(Simulate(spec, {}), specification).cases.All();
    if (merged) cases = CaseMerger(cases).Merge(specification.order());
    return xml::Write(BuildSuite(specification, ProvenanceOf(spec, merged), cases));
  }

  /// As it is read again from a file.
  suite::Suite Part(const std::string& spec, bool merged, const Shard& shard) {
    cpn::lua::TestSpecification& specification = model_->Specification(spec);
    suite::Provenance provenance = ProvenanceOf(spec, merged);
    provenance.shard.emplace();
    provenance.shard->part = ToText(shard);
    const BuiltCases built =
        BuildPart(Simulate(spec, shard), specification, model_->values(), *provenance.shard);
    return suite::ParseSuite(xml::Write(BuildSuite(specification, provenance, built.cases.All())),
                             "part.xml", suite::CasesNeeded::kAny);
  }

  void ExpectWhole(const std::string& spec, bool merged) {
    const std::string whole = Whole(spec, merged);
    for (const std::uint64_t count : {1u, 2u, 3u, 7u, 61u}) {
      std::vector<suite::Suite> parts;
      for (std::uint64_t i = 0; i < count; ++i) parts.push_back(Part(spec, merged, {i, count}));
      EXPECT_EQ(xml::Write(MergeParts(parts).suite), whole) << spec << ", " << count << " parts";
    }
  }

  const std::unique_ptr<LuaModel> model_ = LuaModel::LoadText(kBank, "bank.lua");
};

TEST_F(MergedPartsTest, AreTheWholeSuite) {
  for (const char* const spec : {"sequence", "set", "alike", "pairs", "occurrences"}) {
    ExpectWhole(spec, false);
  }
}

TEST_F(MergedPartsTest, HaveTheAlternativesOfAllParts) {
  ExpectWhole("sequence", true);
  ExpectWhole("set", true);
}

TEST_F(MergedPartsTest, SayWhichCasesContradictEachOther) {
  std::vector<suite::Suite> parts;
  for (std::uint64_t i = 0; i < 2; ++i) parts.push_back(Part("sequence", false, {i, 2}));
  EXPECT_GT(MergeParts(parts).contradictions, 0u);
}

TEST_F(MergedPartsTest, ThatDoNotDescribeTheirCasesAreRefused) {
  suite::Suite part = Part("set", false, {0, 2});
  std::string text = xml::Write(part.root());
  const std::size_t at = text.rfind("<TestCase");
  text = text.substr(0, at) + "</Test>\n";
  std::vector<suite::Suite> parts;
  parts.push_back(suite::ParseSuite(text, "part.xml", suite::CasesNeeded::kAny));
  EXPECT_THROW(MergeParts(parts), base::ParseError);
}

}  // namespace
}  // namespace generator
