#include "tests/differential/random_parts.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "cpn/values/hash.h"

namespace differential {
namespace {

using cpn::ColourSetId;
using cpn::MultiSetEntry;
using cpn::Pattern;
using cpn::Value;
using cpn::testing::Arguments;
using cpn::testing::ModelBuilder;
using cpn::testing::Term;
using cpn::testing::TransitionBuilder;

constexpr std::int64_t kParts = 3;  // tokens are about parts 1 to 3

class PartsMaker {
 public:
  explicit PartsMaker(std::uint64_t seed)
      : random_(seed ^ 0x7061727473u),
        plain_(seed % 4 == 0),
        model_(std::make_unique<ModelBuilder>()),
        b_(*model_) {}

  std::unique_ptr<ModelBuilder> Make() {
    part_ = b_.Range("Part", 1, kParts);
    int_ = b_.Int();
    pair_ = b_.Product("Pair", {part_, int_});
    list_ = b_.List("Parts", part_);
    const std::uint32_t places = 4 + random_.Below(3);
    for (std::uint32_t p = 0; p < places; ++p) MakePlace(p);
    inbox_ = b_.Top().Place("Inbox", list_, {{b_.values.List({}), 1}});
    const std::uint32_t transitions = 3 + random_.Below(4);
    for (std::uint32_t t = 0; t < transitions; ++t) MakeTransition(t);
    return std::move(model_);
  }

 private:
  bool Chance(std::uint32_t n) { return random_.Below(n) == 0; }

  void MakePlace(std::uint32_t index) {
    const ColourSetId type = std::vector<ColourSetId>{part_, int_, pair_}[random_.Below(3)];
    std::vector<MultiSetEntry> tokens;
    for (std::int64_t part = 1; part <= kParts && index < 3; ++part) {
      if (!Chance(3)) tokens.push_back({TokenOf(type, part), 1});
    }
    types_.push_back(type);
    b_.Top().Place("P" + std::to_string(index), type, std::move(tokens));
  }

  Value TokenOf(ColourSetId type, std::int64_t part) {
    if (type != pair_) return b_.values.Int(part);
    const std::vector<Value> parts{b_.values.Int(part), b_.values.Int(random_.Below(2))};
    return b_.values.Tuple(parts);
  }

  /// A variable that is not small, which inputs bind; where none has, a constant.
  Pattern Wide(TransitionBuilder& transition, const std::string& name, bool binds) {
    if (!binds && !bound_.contains(name)) return Number(random_.Below(2));
    bound_.insert(name);
    return transition.Var(name, int_);
  }

  Pattern Number(std::int64_t n) { return cpn::testing::Constant(b_.values.Int(n)); }

  /// A pattern of one token.
  Pattern PatternFor(TransitionBuilder& transition, ColourSetId type, const std::string& wide,
                     bool binds) {
    if (type == int_) {
      return Chance(4) ? Number(1 + random_.Below(kParts)) : Wide(transition, wide, binds);
    }
    Pattern part = Chance(5) ? Number(1 + random_.Below(kParts))
                             : transition.Var(Chance(4) ? "y" : "x", part_);
    if (type == part_) return part;
    Pattern rest = Chance(3) ? Number(random_.Below(2)) : Wide(transition, wide, binds);
    return cpn::testing::Tuple({std::move(part), std::move(rest)});
  }

  std::uint32_t Place() { return random_.Below(static_cast<std::uint32_t>(types_.size())); }

  void MakeTransition(std::uint32_t index) {
    TransitionBuilder t = b_.Top().Transition("T" + std::to_string(index));
    bound_.clear();
    const std::uint32_t from = random_.Below(static_cast<std::uint32_t>(types_.size()) - 1);
    t.Input(from, {PatternFor(t, types_[from], "i", true)});
    std::uint32_t last = from;
    if (Chance(3)) {
      const std::uint32_t other = Place();
      t.Input(other, {PatternFor(t, types_[other], Chance(2) ? "i" : "j", true)});
      last = std::max(last, other);
    }
    if (Chance(5)) {
      const std::uint32_t tested = Place();
      t.Test(tested, {PatternFor(t, types_[tested], "i", true)});
    }
    MakeOutputs(t, last);
    if (Chance(4)) AddGuard(t);
    plain_ ? AddSuccessor(t) : AddOddArcs(t);
  }

  void MakeOutputs(TransitionBuilder& t, std::uint32_t last) {
    for (std::uint32_t n = random_.Below(3); n > 0; --n) {
      std::uint32_t to = Place();
      if (!Chance(10)) to = std::max<std::uint32_t>(to, last + 1);
      if (to >= types_.size()) continue;
      t.Output(to, {Chance(3) ? Term(PatternFor(t, types_[to], "i", false)) : Built(t, to)});
    }
    if (plain_ || !Chance(3)) return;
    const Pattern list = t.Var("l", list_);
    t.Var("x", part_);
    t.Input(inbox_, {list});
    t.Output(inbox_, {cpn::testing::Computed(b_.Insertion("l", "x"))});
  }

  /// A token of the part x.
  Term Built(TransitionBuilder& t, std::uint32_t place) {
    Pattern x = t.Var("x", part_);
    if (types_[place] != pair_) return x;
    return cpn::testing::Tuple(
        {std::move(x), cpn::testing::Constant(b_.values.Int(random_.Below(2)))});
  }

  void AddOddArcs(TransitionBuilder& t) {
    if (Chance(6)) t.Inhibitor(Place());
    if (Chance(8)) {
      const std::uint32_t place = Place();
      t.Inhibitor(place, {PatternFor(t, types_[place], "i", false)});
    }
    if (Chance(14)) t.Reset(Place());
    if (Chance(8)) t.Priority(1);
    if (Chance(12)) {
      const Pattern list = t.Var("l", list_);
      t.Test(inbox_, {list});
    }
  }

  void AddGuard(TransitionBuilder& t) {
    t.Var("x", part_);
    const std::uint64_t salt = random_.Next();
    t.Guard(b_.TestFunction({"x"}, [values = &b_.values, salt](Arguments arguments) {
      return cpn::MixHash(salt + static_cast<std::uint64_t>(values->AsInt(arguments[0]))) % 3 != 0;
    }));
  }

  /// A number and one more, anywhere: as rounds that follow each other.
  void AddSuccessor(TransitionBuilder& t) {
    const std::uint32_t to = Place();
    if (!Chance(3) || types_[to] != int_ || !bound_.contains("i")) return;
    t.Output(to, {cpn::testing::Computed(
                     b_.ComputeFunction({"i"}, [values = &b_.values](Arguments arguments) {
                       return values->Int(values->AsInt(arguments[0]) + 1);
                     }))});
  }

  base::Random random_;
  bool plain_;  ///< no inhibitor or reset arcs, no priorities, no lists
  std::unique_ptr<ModelBuilder> model_;
  ModelBuilder& b_;
  ColourSetId part_ = 0, int_ = 0, pair_ = 0, list_ = 0;
  std::vector<ColourSetId> types_;  // by place
  std::uint32_t inbox_ = 0;
  std::set<std::string> bound_;  // variables that are not small, of the transition under way
};

}  // namespace

std::unique_ptr<ModelBuilder> RandomPartsModel(std::uint64_t seed) {
  return PartsMaker(seed).Make();
}

}  // namespace differential
