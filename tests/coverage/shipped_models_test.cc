// The figures of two models, counted by brute force: markings are explored one by one, every case
// is followed through all of its runs with sets of texts, and guards are judged on a copy of the
// model without them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/testing.h"
#include "suite/reader.h"
#include "testing/paths.h"
#include "xml/element.h"

namespace coverage {
namespace {

using cpngen::testing::Call;
using cpngen::testing::Outcome;
using Things = std::set<int>;

struct Arc {
  std::size_t target;
  std::string observed;  ///< as written in a suite; empty: nothing
  Things things;
};
struct Node {
  std::vector<Arc> arcs;
  Things things;
};

std::string Written(const cpn::lua::XmlNode& node) {
  std::string text = "<" + node.name + ">" + node.text;
  for (const cpn::lua::XmlNode& child : node.children) text += Written(child);
  return text;
}

std::string Written(const xml::Element& element) {
  std::string text = "<" + element.name + ">" + element.text;
  for (const xml::Element& child : element.children) text += Written(child);
  return text;
}

class BruteForce {
 public:
  BruteForce(const std::string& path, const std::map<std::string, std::string>& parameters) {
    cpn::lua::LoadOptions options;
    options.parameters = parameters;
    model_ = cpn::lua::LuaModel::Load(path, options);
    specification_ = &model_->Specification("system");
    StripGuards();
    Explore();
  }

  std::size_t nodes() const { return nodes_.size(); }

  /// What some run that observes exactly these goes through, and what every such run does.
  void Follow(const std::set<std::string>& wanted, Things& some, Things& every) {
    std::map<std::pair<std::size_t, std::set<std::string>>, std::unique_ptr<Things>> known;
    const std::function<const Things*(std::size_t, const std::set<std::string>&)> from =
        [&](std::size_t node, const std::set<std::string>& seen) -> const Things* {
      const auto [entry, is_new] = known.try_emplace({node, seen});
      if (!is_new) return entry->second.get();
      std::unique_ptr<Things> sure;  // null: no run from here shows the case
      if (nodes_[node].arcs.empty() && seen == wanted) sure = std::make_unique<Things>();
      for (const Arc& arc : nodes_[node].arcs) {
        std::set<std::string> more = seen;
        if (!arc.observed.empty()) {
          if (!wanted.contains(arc.observed)) continue;
          more.insert(arc.observed);
        }
        const Things* const rest = from(arc.target, more);
        if (rest == nullptr) continue;
        Things path = *rest;
        path.insert(arc.things.begin(), arc.things.end());
        some.insert(arc.things.begin(), arc.things.end());
        if (!sure) {
          sure = std::make_unique<Things>(std::move(path));
        } else {
          Things both;
          std::set_intersection(sure->begin(), sure->end(), path.begin(), path.end(),
                                std::inserter(both, both.end()));
          *sure = std::move(both);
        }
      }
      if (sure) {
        sure->insert(nodes_[node].things.begin(), nodes_[node].things.end());
        some.insert(nodes_[node].things.begin(), nodes_[node].things.end());
      }
      std::unique_ptr<Things>& kept = known[{node, seen}];
      kept = std::move(sure);
      return kept.get();
    };
    const Things* const all = from(0, {});
    ASSERT_NE(all, nullptr) << "no run shows the case";
    every = *all;
  }

  Things Reachable() const {
    Things all;
    for (const Node& node : nodes_) {
      all.insert(node.things.begin(), node.things.end());
      for (const Arc& arc : node.arcs) all.insert(arc.things.begin(), arc.things.end());
    }
    return all;
  }

  /// How many points of a criterion these things are.
  std::size_t Count(const std::string& criterion, const Things& things) const {
    std::set<std::string> texts;
    for (const int thing : things) texts.insert(texts_[static_cast<std::size_t>(thing)]);
    if (criterion != "decisions" && criterion != "conditions" && criterion != "mcdc") {
      return static_cast<std::size_t>(std::count_if(
          texts.begin(), texts.end(),
          [&](const std::string& text) { return text.starts_with(criterion + "|"); }));
    }
    std::set<std::string> points;
    for (const std::string& text : texts) {
      if (!text.starts_with("guard|")) continue;
      const std::string transition = text.substr(0, text.rfind('|'));
      const std::string values = text.substr(text.rfind('|') + 1);
      const bool holds = values.find_first_not_of('T') == std::string::npos;
      if (criterion == "decisions") points.insert(transition + (holds ? "|T" : "|F"));
      for (std::size_t c = 0; c < values.size(); ++c) {
        const std::string point = fmt::format("{}|{}", transition, c);
        if (criterion == "conditions" && values[c] != '-') points.insert(point + values[c]);
        // A conjunction: a condition decides between all true, and itself alone false.
        const bool alone = values.find('F') == c;
        const std::string all(values.size(), 'T');
        if (criterion == "mcdc" && alone && texts.contains(transition + "|" + all)) {
          points.insert(point);
        }
      }
    }
    return points.size();
  }

 private:
  int Number(const std::string& text) {
    const auto [entry, is_new] = numbers_.emplace(text, static_cast<int>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return entry->second;
  }

  void StripGuards() {
    stripped_ = model_->model();
    for (cpn::ModuleDeclaration& module : stripped_.modules) {
      for (cpn::TransitionDeclaration& transition : module.transitions) transition.guards.clear();
    }
    net_ = cpn::Flatten(stripped_, model_->colour_sets(), model_->evaluator());
    unguarded_ = std::make_unique<cpn::Engine>(&net_, &model_->colour_sets(), &model_->values(),
                                               &model_->multisets(), &model_->evaluator());
  }

  void Explore() {
    std::map<std::string, std::size_t> known;
    std::vector<cpn::Marking> markings;
    cpn::Engine& engine = model_->engine();
    const auto number = [&](const cpn::Marking& marking) {
      const auto [entry, is_new] = known.emplace(engine.FormatMarking(marking), markings.size());
      if (is_new) markings.push_back(marking);
      return entry->second;
    };
    number(engine.InitialMarking());
    for (std::size_t i = 0; i < markings.size(); ++i) {
      Node node;
      const cpn::Marking marking = markings[i];
      const auto span = engine.Enabled(marking);
      const std::vector<cpn::BindingElementId> enabled(span.begin(), span.end());
      LookAt(marking, enabled, node.things);
      for (const cpn::BindingElementId id : enabled) {
        cpn::Marking next = marking;
        engine.Occur(next, id);
        node.arcs.push_back({number(next), ObservedOf(id), ThingsOf(i, id)});
      }
      nodes_.push_back(std::move(node));
    }
  }

  std::string ObservedOf(cpn::BindingElementId id) {
    const cpn::BindingElement element = model_->engine().Element(id);
    std::string text;
    if (!specification_->Observes(model_->net().transitions()[element.transition])) return text;
    for (const auto& observation : specification_->Observe(element)) {
      for (const cpn::lua::XmlNode& node : specification_->Format(observation))
        text += Written(node);
    }
    return text;
  }

  Things ThingsOf(std::size_t node, cpn::BindingElementId id) {
    const std::string element = model_->engine().FormatElement(id);
    const cpn::TransitionId transition = model_->engine().Element(id).transition;
    Things things = {Number("transitions|" + model_->net().transitions()[transition].name),
                     Number("bindings|" + element),
                     Number(fmt::format("arcs|{} {}", node, element))};
    JudgeArcs(id, things);
    return things;
  }

  /// The conditions of arcs, each a decision of its own; no model here has one inside another, or
  /// an otherwise-part.
  void JudgeArcs(cpn::BindingElementId id, Things& things) {
    const cpn::BindingElement element = model_->engine().Element(id);
    const cpn::Transition& transition = model_->net().transitions()[element.transition];
    for (std::size_t arc = 0; arc < transition.declaration->arcs.size(); ++arc) {
      for (const cpn::ArcTerm& term : transition.declaration->arcs[arc].terms) {
        if (!term.condition) continue;
        things.insert(Number(fmt::format("guard|{} arc {}|", transition.name, arc) +
                             Judge(*transition.declaration, {*term.condition}, element.binding)));
      }
    }
  }

  void LookAt(const cpn::Marking& marking, const std::vector<cpn::BindingElementId>& enabled,
              Things& things) {
    const cpn::Net& net = model_->net();
    for (std::size_t place = 0; place < marking.size(); ++place) {
      const std::string& name = net.places()[place].name;
      things.insert(
          Number("place-markings|" + name + "|" + model_->multisets().Format(marking[place])));
      for (const cpn::MultiSetEntry& entry : model_->multisets().Entries(marking[place])) {
        things.insert(Number("values|" + name + "|" + model_->values().Format(entry.value)));
      }
    }
    int least = -1'000'000;
    for (const cpn::BindingElementId id : enabled) {
      const auto& transition = net.transitions()[model_->engine().Element(id).transition];
      least = std::max(least, transition.declaration->priority);
    }
    for (cpn::TransitionId t = 0; t < net.transitions().size(); ++t) {
      const cpn::TransitionDeclaration& declared = *net.transitions()[t].declaration;
      if (declared.guards.empty() || declared.priority < least) continue;
      const auto found = unguarded_->FindBindings(t, marking);
      const std::vector<cpn::BindingElementId> candidates(found.begin(), found.end());
      for (const cpn::BindingElementId id : candidates) {
        things.insert(Number("guard|" + net.transitions()[t].name + "|" +
                             Judge(declared, declared.guards, unguarded_->Element(id).binding)));
      }
    }
  }

  /// Of functions that are conjunctions, and must all hold: a letter for each
  /// condition, or for its opposite where it is negated.
  std::string Judge(const cpn::TransitionDeclaration& declared,
                    const std::vector<cpn::FunctionId>& functions,
                    std::span<const cpn::Value> binding) {
    std::string values;
    bool holds = true;
    for (const cpn::FunctionId guard : functions) {
      std::vector<cpn::Value> arguments;
      for (const std::string& name : model_->model().functions[guard].parameters) {
        for (std::size_t v = 0; v < declared.variables.size(); ++v) {
          if (declared.variables[v].name == name) arguments.push_back(binding[v]);
        }
      }
      const std::size_t conditions = model_->conditions().Of(guard).texts.size();
      for (std::uint32_t c = 0; c < conditions; ++c) {
        if (!holds) {
          values += '-';
          continue;
        }
        holds = conditions == 1 ? model_->evaluator().Test(guard, arguments)
                                : model_->conditions().Test(guard, c, arguments) !=
                                      IsNegated(model_->model().functions[guard].text, c);
        values += holds ? 'T' : 'F';
      }
    }
    return values;
  }

  /// Of "a and not b": is the operand of that number one with `not`?
  static bool IsNegated(std::string text, std::size_t operand) {
    for (; operand > 0; --operand) text = text.substr(text.find(" and ") + 5);
    return text.starts_with("not ");
  }

  std::unique_ptr<cpn::lua::LuaModel> model_;
  cpn::lua::TestSpecification* specification_ = nullptr;
  cpn::Model stripped_;
  cpn::Net net_;
  std::unique_ptr<cpn::Engine> unguarded_;
  std::vector<Node> nodes_;
  std::map<std::string, int> numbers_;
  std::vector<std::string> texts_;
};

std::vector<std::set<std::string>> CasesOf(const std::string& path) {
  std::vector<std::set<std::string>> cases;
  const suite::Suite suite = suite::ReadSuite(path);
  for (const suite::Case& test_case : suite.cases()) {
    std::set<std::string>& observed = cases.emplace_back();
    for (const xml::Element& part : test_case.element->children) {
      for (const xml::Element& event : part.children) observed.insert(Written(event));
    }
  }
  return cases;
}

/// A model, with the words of a call that stand for it.
struct Subject {
  std::string path;
  std::map<std::string, std::string> parameters;

  std::vector<std::string> Words(std::vector<std::string> words) const {
    words.insert(words.begin() + 1, path);
    for (const auto& [name, value] : parameters) {
      words.push_back("-D");
      words.push_back(name + "=" + value);
    }
    return words;
  }
};

class ShippedModelsTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return (folder_.path() / name).string(); }

  std::size_t Generate(const Subject& subject, const std::vector<std::string>& how) {
    std::vector<std::string> words{"generate", "--spec", "system", "-o", Path("suite.xml")};
    words.insert(words.end(), how.begin(), how.end());
    const Outcome outcome = Call(subject.Words(words));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return suite::ReadSuite(Path("suite.xml")).cases().size();
  }

  void Compare(const Subject& subject, BruteForce& brute) {
    Things some, every;
    for (const std::set<std::string>& observed : CasesOf(Path("suite.xml"))) {
      Things sure;
      brute.Follow(observed, some, sure);
      every.merge(sure);
    }
    const Things reachable = brute.Reachable();
    const Outcome outcome =
        Call(subject.Words({"cover", Path("suite.xml"), "--json", "--list", "0"}));
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    int compared = 0;
    const auto json = nlohmann::json::parse(outcome.out);
    for (const auto& row : json.at("criteria")) {
      const std::string criterion = row.at("criterion");
      if (criterion == "premises") continue;
      EXPECT_EQ(row.at("covered"), brute.Count(criterion, some)) << criterion;
      EXPECT_EQ(row.at("sure"), brute.Count(criterion, every)) << criterion;
      EXPECT_EQ(row.at("reachable"), brute.Count(criterion, reachable)) << criterion;
      ++compared;
    }
    EXPECT_EQ(compared, 8);
  }

  /// The sizes of suites for the goals, and the figures of each against brute force.
  void CompareGoals(const Subject& subject, BruteForce& brute,
                    const std::map<std::string, std::size_t>& sizes) {
    for (const auto& [goal, size] : sizes) {
      SCOPED_TRACE(goal);
      EXPECT_EQ(Generate(subject, {"--goal", goal}), size);
      Compare(subject, brute);
      const Outcome outcome =
          Call(subject.Words({"cover", Path("suite.xml"), "--json", "--criterion", goal}));
      const auto row = nlohmann::json::parse(outcome.out).at("criteria").at(0);
      EXPECT_EQ(row.at("covered"), row.at("reachable"));
    }
  }

  base::TemporaryFolder folder_;
};

TEST_F(ShippedModelsTest, FiguresOfTwoPhaseCommitAreThoseOfBruteForce) {
  const Subject subject{test::SourcePath("/models/two_phase_commit"), {{"W", "3"}}};
  BruteForce brute(subject.path, subject.parameters);
  EXPECT_EQ(brute.nodes(), 100u);
  EXPECT_EQ(Generate(subject, {"--state-space"}), 8u);
  Compare(subject, brute);
  CompareGoals(subject, brute,
               {{"transitions", 1}, {"mcdc", 1}, {"pairs", 4}, {"bindings", 8}, {"arcs", 8}});
}

TEST_F(ShippedModelsTest, FiguresOfPaxosAreThoseOfBruteForce) {
  const Subject subject{
      test::SourcePath("/models/paxos"),
      {{"replicas", "3"}, {"phase_one_failures", "1"}, {"phase_two_failures", "1"}}};
  BruteForce brute(subject.path, subject.parameters);
  EXPECT_EQ(brute.nodes(), 15'889u);
  EXPECT_EQ(Generate(subject, {"--state-space"}), 26u);
  Compare(subject, brute);
  CompareGoals(subject, brute,
               {{"transitions", 1}, {"mcdc", 1}, {"pairs", 12}, {"bindings", 14}, {"arcs", 16}});
}

}  // namespace
}  // namespace coverage
