#include "tests/differential/random_model.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"
#include "cpn/net/pattern_check.h"
#include "cpn/values/hash.h"

namespace differential {
namespace {

using cpn::ArcKind;
using cpn::ColourSetId;
using cpn::ColourSetKind;
using cpn::FunctionId;
using cpn::MultiSetEntry;
using cpn::Pattern;
using cpn::Value;
using cpn::testing::Arguments;
using cpn::testing::ModelBuilder;
using cpn::testing::ModuleBuilder;
using cpn::testing::Term;
using cpn::testing::TransitionBuilder;

/// The reference tries the whole product of the variables' colour sets: keep it this small.
constexpr std::size_t kMaxBindings = 64;

/// Depends on the structure of the arguments only, not on their ids.
std::uint64_t HashArguments(const ModelBuilder& b, std::uint64_t salt, Arguments arguments) {
  std::uint64_t hash = salt;
  for (const Value v : arguments) hash = cpn::HashText(hash, b.values.Format(v));
  return cpn::MixHash(hash);
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed)
      : random_(seed), model_(std::make_unique<ModelBuilder>()), b_(*model_) {}

  std::unique_ptr<ModelBuilder> Make() {
    MakeColourSets();
    const std::uint32_t modules = Chance(3) ? 1 + random_.Below(2) : 0;
    for (std::uint32_t m = 1; m <= modules; ++m) b_.Module("M" + std::to_string(m));
    // Inner modules first: a module's ports must be known where it is instantiated.
    for (std::uint32_t m = modules + 1; m-- > 0;) FillModule(ModuleBuilder(&b_, m), modules);
    return std::move(model_);
  }

 private:
  /// True once in `n` on average.
  bool Chance(std::uint32_t n) { return random_.Below(n) == 0; }

  template <typename T>
  const T& Pick(const std::vector<T>& items) {
    return items[random_.Below(static_cast<std::uint32_t>(items.size()))];
  }

  void MakeColourSets() {
    std::vector<ColourSetId> base = {
        b_.Unit(),
        b_.Bool(),
        b_.Int(),
        b_.String(),
        b_.Range("R", 1, 2),
        b_.Range("Wide", 0, 3),
        b_.Index("I", 1, 2),
        b_.Enum("E", {"no", "yes", "maybe"}),
    };
    sets_ = base;
    for (std::uint32_t i = 0; i < 5; ++i) {
      const std::string name = "C" + std::to_string(i);
      sets_.push_back(MakeComposite(name));
    }
    for (ColourSetId set = 0; set < b_.model.colour_sets.size(); ++set) MakePool(set);
  }

  ColourSetId MakeComposite(const std::string& name) {
    switch (random_.Below(6)) {
      case 0:
        return b_.Product(name, {Pick(sets_), Pick(sets_)});
      case 1:
        return b_.Record(name, {{"y", Pick(sets_)}, {"x", Pick(sets_)}});
      case 2:
        return b_.List(name, Pick(sets_));
      case 3:
        return b_.Union(name, {{"Some", Pick(sets_)}, {"None", std::nullopt}});
      case 4: {
        const std::uint64_t salt = random_.Next();
        return b_.Subset(name, Pick(sets_), [this_model = &b_, salt](Arguments a) {
          return HashArguments(*this_model, salt, a) % 3 != 0;
        });
      }
      default:
        return b_.Alias(name, Pick(sets_));
    }
  }

  /// Up to 6 colours of the set, to take constants, tokens and results of functions from.
  void MakePool(ColourSetId id) {
    pools_.resize(id + 1);
    std::vector<Value>& pool = pools_[id];
    if (const std::vector<Value>* all = b_.colour_sets.Enumerate(id, b_)) {
      pool = *all;
    } else {
      MakeLargePool(b_.colour_sets[id], pool);
    }
    while (pool.size() > 6) {
      pool.erase(pool.begin() + random_.Below(static_cast<std::uint32_t>(pool.size())));
    }
  }

  void MakeLargePool(const cpn::ColourSet& set, std::vector<Value>& pool) {
    switch (set.kind) {
      case ColourSetKind::kInt:
        for (int i = 0; i < 4; ++i) pool.push_back(b_.values.Int(i));
        return;
      case ColourSetKind::kString:
        for (const char* text : {"", "a", "b"}) pool.push_back(b_.values.String(text));
        return;
      case ColourSetKind::kAlias:
        pool = pools_[set.parts[0]];
        return;
      case ColourSetKind::kSubset:
        for (const Value v : pools_[set.parts[0]]) {
          if (b_.Test(*set.predicate, {&v, 1})) pool.push_back(v);
        }
        return;
      default:
        for (int i = 0; i < 6; ++i) {
          if (std::optional<Value> v = MakeComposed(set)) pool.push_back(*v);
        }
    }
  }

  std::optional<Value> MakeComposed(const cpn::ColourSet& set) {
    const bool list = set.kind == ColourSetKind::kList;
    std::vector<Value> parts;
    const std::size_t count = list ? random_.Below(3) : set.parts.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<Value>& pool = pools_[set.parts[list ? 0 : i]];
      if (pool.empty()) return std::nullopt;
      parts.push_back(Pick(pool));
    }
    if (list) return b_.values.List(parts);
    if (set.kind == ColourSetKind::kProduct) return b_.values.Tuple(parts);
    std::vector<std::pair<std::string, Value>> fields;
    for (const cpn::ColourSetField& field : set.fields) {
      const bool empty = field.type && pools_[*field.type].empty();
      const Value v = !field.type || empty ? b_.values.Unit() : Pick(pools_[*field.type]);
      if (set.kind == ColourSetKind::kUnion && !empty && (!field.type || Chance(2))) {
        return b_.values.Union(field.name, v);
      }
      if (set.kind == ColourSetKind::kRecord && empty) return std::nullopt;
      fields.emplace_back(field.name, v);
    }
    if (set.kind == ColourSetKind::kUnion) return std::nullopt;
    return b_.values.Record(fields);
  }

  std::vector<MultiSetEntry> RandomTokens(ColourSetId type, std::uint32_t at_most) {
    std::vector<MultiSetEntry> tokens;
    if (pools_[type].empty()) return tokens;
    for (std::uint32_t n = random_.Below(at_most + 1); n > 0; --n) {
      tokens.push_back({Pick(pools_[type]), 1 + random_.Below(2)});
    }
    return tokens;
  }

  void FillModule(ModuleBuilder module, std::uint32_t modules) {
    if (module.id() != 0) {
      for (std::uint32_t i = 1 + random_.Below(2); i > 0; --i) {
        module.Port("Port" + std::to_string(i), Pick(sets_));
      }
    }
    for (std::uint32_t i = 1 + random_.Below(3); i > 0; --i) AddPlace(module, Pick(sets_));
    if (Chance(modules > 0 ? 2 : 8)) AddFusionPlace(module);
    for (std::uint32_t inner = module.id() + 1; inner <= modules; ++inner) {
      for (std::uint32_t n = random_.Below(3); n > 0; --n) AddInstance(module, inner);
    }
    for (std::uint32_t i = 1 + random_.Below(3); i > 0; --i) AddTransition(module, i);
  }

  std::uint32_t AddPlace(ModuleBuilder module, ColourSetId type) {
    const std::string name = "P" + std::to_string(module.declaration().places.size());
    return module.Place(name, type, RandomTokens(type, 3));
  }

  /// Every module that has one shares it.
  void AddFusionPlace(ModuleBuilder module) {
    const std::string name = "F" + std::to_string(module.declaration().places.size());
    if (!fusion_type_) {
      fusion_type_ = Pick(sets_);
      fusion_initial_ = RandomTokens(*fusion_type_, 2);
    }
    module.Fusion(name, *fusion_type_, "Fused",
                  Chance(2) ? fusion_initial_ : std::vector<MultiSetEntry>{});
  }

  void AddInstance(ModuleBuilder module, std::uint32_t inner) {
    std::vector<cpn::PortAssignment> assignments;
    for (const cpn::PlaceDeclaration& port : b_.model.modules[inner].places) {
      if (port.port == cpn::PortKind::kNone) continue;
      assignments.push_back({port.name, Socket(module, port.type)});
    }
    const std::size_t number = module.declaration().substitutions.size();
    module.Substitution("S" + std::to_string(number), inner, std::move(assignments));
  }

  std::uint32_t Socket(ModuleBuilder module, ColourSetId type) {
    const std::vector<cpn::PlaceDeclaration>& places = module.declaration().places;
    for (std::uint32_t p = 0; p < places.size(); ++p) {
      if (b_.colour_sets.Same(places[p].type, type) && !Chance(3)) return p;
    }
    return AddPlace(module, type);
  }

  std::uint32_t RandomPlace(ModuleBuilder module) {
    return random_.Below(static_cast<std::uint32_t>(module.declaration().places.size()));
  }

  void AddTransition(ModuleBuilder module, std::uint32_t number) {
    TransitionBuilder t = module.Transition("T" + std::to_string(number));
    bindings_ = 1;
    for (std::uint32_t i = 1 + random_.Below(2); i > 0; --i) {
      AddArc(module, t, Chance(5) ? ArcKind::kTest : ArcKind::kInput);
    }
    if (Chance(3)) AddLet(t);
    for (std::uint32_t i = random_.Below(3); i > 0; --i) AddArc(module, t, ArcKind::kOutput);
    if (Chance(5)) AddInhibitor(module, t);
    if (Chance(8)) t.Reset(RandomPlace(module));
    if (Chance(2)) t.Guard(RandomTest(t, 4));
    if (Chance(4)) t.Priority(static_cast<int>(random_.Below(3)) - 1);
  }

  void AddArc(ModuleBuilder module, TransitionBuilder& t, ArcKind kind) {
    const std::uint32_t place = RandomPlace(module);
    std::vector<Term> terms;
    for (std::uint32_t i = Chance(4) ? 2 : 1; i > 0; --i) {
      const ColourSetId type = module.declaration().places[place].type;
      if (std::optional<Term> term = RandomTerm(t, type, kind)) terms.push_back(*std::move(term));
    }
    t.Arc(kind, place, std::move(terms));
  }

  void AddInhibitor(ModuleBuilder module, TransitionBuilder& t) {
    if (Chance(2)) {
      t.Inhibitor(RandomPlace(module));
    } else {
      AddArc(module, t, ArcKind::kInhibitor);
    }
  }

  void AddLet(TransitionBuilder& t) {
    // It reads what is declared before, so no let depends on itself.
    const std::vector<std::string> reads = RandomReads(t);
    if (!t.declaration().variables.empty() && Chance(2)) {
      const cpn::Variable& v = Pick(t.declaration().variables);
      const bool reads_itself = std::ranges::find(reads, v.name) != reads.end();
      if (!reads_itself && !pools_[v.type].empty() && t.declaration().lets.empty()) {
        const cpn::Variable known = v;
        t.Let(known.name, known.type, RandomCompute(reads, known.type));
        return;
      }
    }
    const ColourSetId type = Pick(sets_);
    if (!pools_[type].empty()) t.Let("l", type, RandomCompute(reads, type));
  }

  /// Nothing when the colour set is empty.
  std::optional<Term> RandomTerm(TransitionBuilder& t, ColourSetId type, ArcKind kind) {
    const std::uint32_t count = Chance(6) ? random_.Below(3) : 1;
    const bool conditional = Chance(8);
    const bool taking = kind == ArcKind::kInput || kind == ArcKind::kTest;
    binds_ = taking && !conditional && count > 0;
    matches_ = binds_ || kind == ArcKind::kInhibitor;
    Term term{cpn::ArcTerm{}};
    if (pools_[type].empty() || !Chance(kind == ArcKind::kOutput ? 3 : 6)) {
      std::optional<Pattern> pattern = RandomPattern(t, type, 2);
      if (!pattern) return std::nullopt;
      term = *std::move(pattern);
    } else if (Chance(2)) {
      term = cpn::testing::Computed(RandomCompute(RandomReads(t), type));
    } else {
      term = cpn::testing::Bag(RandomMultiSet(t, type));
    }
    if (conditional) term = When(RandomTest(t, 2), std::move(term));
    return Copies(count, std::move(term));
  }

  /// Nothing when there is no such pattern, since the colour set is empty.
  std::optional<Pattern> RandomPattern(TransitionBuilder& t, ColourSetId type, int depth) {
    const bool empty = pools_[type].empty();
    if (matches_ && Chance(8)) return cpn::testing::Any();
    if (!empty && Chance(8)) return cpn::testing::Constant(Pick(pools_[type]));
    const cpn::ColourSet base = b_.colour_sets[b_.colour_sets.Resolve(type)];
    if (depth > 0 && Chance(2)) {
      if (std::optional<Pattern> composed = Composed(t, base, depth - 1)) return composed;
    }
    if (std::optional<Pattern> variable = RandomVariable(t, type)) return variable;
    if (matches_) return cpn::testing::Any();
    if (empty) return std::nullopt;
    return cpn::testing::Constant(Pick(pools_[type]));
  }

  std::optional<Pattern> Composed(TransitionBuilder& t, const cpn::ColourSet& base, int depth) {
    std::vector<Pattern> parts;
    const auto add = [&](ColourSetId set) {
      std::optional<Pattern> part = RandomPattern(t, set, depth);
      if (!part) return false;
      parts.push_back(*std::move(part));
      return true;
    };
    switch (base.kind) {
      case ColourSetKind::kProduct:
        if (!add(base.parts[0]) || !add(base.parts[1])) return std::nullopt;
        return cpn::testing::Tuple(std::move(parts));
      case ColourSetKind::kRecord: {
        std::vector<std::pair<std::string, Pattern>> fields;
        for (const cpn::ColourSetField& field : base.fields) {
          if (matches_ && Chance(4)) continue;
          if (!add(*field.type)) return std::nullopt;
          fields.emplace_back(field.name, parts.back());
        }
        return cpn::testing::Record(std::move(fields));
      }
      case ColourSetKind::kUnion:
        if (Chance(2)) return cpn::testing::Union("None");
        if (!add(*base.fields[0].type)) return std::nullopt;
        return cpn::testing::Union("Some", parts[0]);
      case ColourSetKind::kList:
        return RandomListPattern(base, add, parts);
      default:
        return std::nullopt;
    }
  }

  template <typename Add>
  std::optional<Pattern> RandomListPattern(const cpn::ColourSet& list, const Add& add,
                                           std::vector<Pattern>& parts) {
    if (Chance(4)) return cpn::testing::List({});
    if (!add(list.parts[0])) return std::nullopt;
    if (Chance(3)) return cpn::testing::List(std::move(parts));
    const auto self = std::ranges::find(b_.model.colour_sets, list.name, &cpn::ColourSet::name);
    if (!add(static_cast<ColourSetId>(self - b_.model.colour_sets.begin()))) return std::nullopt;
    return cpn::testing::Cons(parts[0], parts[1]);
  }

  /// A known variable that fits, or a new one while the reference can still try all bindings.
  std::optional<Pattern> RandomVariable(TransitionBuilder& t, ColourSetId type) {
    std::vector<cpn::Variable> fitting;
    for (const cpn::Variable& v : t.declaration().variables) {
      const bool fits = matches_ || Chance(4) ? cpn::MayOverlap(b_.colour_sets, type, v.type)
                                              : cpn::Includes(b_.colour_sets, type, v.type);
      if (fits) fitting.push_back(v);
    }
    if (!fitting.empty() && (!binds_ || Chance(3))) {
      const cpn::Variable& v = Pick(fitting);
      return t.Var(v.name, v.type);
    }
    ColourSetId of = type;
    if (matches_ && Chance(6)) of = Pick(sets_);
    if (!cpn::MayOverlap(b_.colour_sets, of, type)) of = type;
    const std::vector<Value>* colours = b_.colour_sets.Enumerate(of, b_);
    if (colours == nullptr && !binds_) return std::nullopt;
    const std::size_t size = colours == nullptr ? 6 : std::max<std::size_t>(1, colours->size());
    if (bindings_ * size > kMaxBindings) return std::nullopt;
    bindings_ *= size;
    return t.Var("v" + std::to_string(t.declaration().variables.size()), of);
  }

  std::vector<std::string> RandomReads(TransitionBuilder& t) {
    std::vector<std::string> reads;
    for (const cpn::Variable& v : t.declaration().variables) {
      if (Chance(2)) reads.push_back(v.name);
    }
    return reads;
  }

  /// False once in `n`.
  FunctionId RandomTest(TransitionBuilder& t, std::uint64_t n) {
    const std::uint64_t salt = random_.Next();
    return b_.TestFunction(RandomReads(t), [this_model = &b_, salt, n](Arguments a) {
      return HashArguments(*this_model, salt, a) % n != 0;
    });
  }

  FunctionId RandomCompute(std::vector<std::string> reads, ColourSetId type) {
    const std::uint64_t salt = random_.Next();
    return b_.ComputeFunction(std::move(reads),
                              [this_model = &b_, salt, pool = pools_[type]](Arguments a) {
                                return pool[HashArguments(*this_model, salt, a) % pool.size()];
                              });
  }

  FunctionId RandomMultiSet(TransitionBuilder& t, ColourSetId type) {
    const std::uint64_t salt = random_.Next();
    return b_.MultiSetFunction(
        RandomReads(t), [this_model = &b_, salt, pool = pools_[type]](Arguments a) {
          std::uint64_t hash = HashArguments(*this_model, salt, a);
          std::vector<MultiSetEntry> entries;
          for (std::uint64_t n = hash % 3; n > 0; --n) {
            hash = cpn::MixHash(hash + 1);
            entries.push_back({pool[hash % pool.size()], static_cast<std::uint32_t>(hash >> 62)});
          }
          return entries;
        });
  }

  base::Random random_;
  std::unique_ptr<ModelBuilder> model_;
  ModelBuilder& b_;
  std::vector<ColourSetId> sets_;
  std::vector<std::vector<Value>> pools_;  // by colour set
  std::optional<ColourSetId> fusion_type_;
  std::vector<MultiSetEntry> fusion_initial_;
  std::size_t bindings_ = 1;  // of the transition being made: product of its colour sets' sizes
  bool binds_ = false;        // does the term being made bind its variables ...
  bool matches_ = false;      // ... or match tokens at least, so that it may have wildcards?
};

}  // namespace

std::unique_ptr<ModelBuilder> RandomModel(std::uint64_t seed) { return Maker(seed).Make(); }

std::unique_ptr<ModelBuilder> RandomGraphModel(std::uint64_t seed) {
  base::Random random(seed);
  auto model = std::make_unique<ModelBuilder>();
  ModelBuilder& b = *model;
  const std::uint32_t markings = 2 + random.Below(11);
  const ColourSetId number = b.Range("Number", 0, markings - 1);
  const std::uint32_t at = b.Top().Place("At", number, b.Ints({0}));
  for (const char* name : {"A", "B", "C"}) {
    TransitionBuilder t = b.Top().Transition(name);
    const Pattern from = t.Var("from", number);
    const Pattern to = t.Var("to", number);
    t.Input(at, {from}).Output(at, {to});
    const std::uint64_t salt = random.Next();
    const std::uint64_t of = markings * (1 + random.Below(4));
    t.Guard(b.TestFunction({"from", "to"}, [&b, salt, of](Arguments a) {
      return HashArguments(b, salt, a) % of < 2;
    }));
  }
  return model;
}

namespace {

/// Adds a row of transitions to a net, each of which hands tokens on to the next.
class RowMaker {
 public:
  RowMaker(ModelBuilder& b, base::Random& random, std::uint32_t number)
      : b_(b), random_(random), number_(std::to_string(number)) {
    colour_ = b.Range("Row" + number_, 1, 2);
    steps_ = 1 + random.Below(3);
    const std::uint32_t form = random.Below(4);
    phases_ = form == 0 || form == 1;
    unions_ = form == 1;
    if (unions_) {
      std::vector<cpn::ColourSetField> constructors;
      for (std::uint32_t i = 0; i <= steps_; ++i) constructors.push_back({PhaseName(i), colour_});
      token_ = b.Union("Phased" + number_, std::move(constructors));
    } else if (phases_) {
      token_ = b.Product("Phased" + number_, {b.Range("Phase" + number_, 0, steps_), colour_});
    }
  }

  void Make() {
    MakePlaces();
    for (std::uint32_t i = 0; i < steps_; ++i) MakeStep(i);
    if (!Chance(3)) MakeOther("End" + number_, steps_, ArcKind::kInput);
    const std::uint32_t somewhere = random_.Below(steps_ + 1);
    if (Chance(6)) MakeOther("Thief" + number_, somewhere, ArcKind::kInput);
    if (Chance(6)) MakeOther("Witness" + number_, somewhere, ArcKind::kTest);
    if (Chance(6)) MakeOther("Waiting" + number_, somewhere, ArcKind::kInhibitor);
    if (Chance(5)) MakeOther("Broom" + number_, somewhere, ArcKind::kReset);
  }

 private:
  bool Chance(std::uint32_t n) { return random_.Below(n) == 0; }
  std::string PhaseName(std::uint32_t step) const { return "P" + std::to_string(step); }
  std::uint32_t PlaceOf(std::uint32_t step) const { return places_[phases_ ? 0 : step]; }

  void MakePlaces() {
    const auto tokens = [&] {
      std::vector<Value> values;
      for (std::uint32_t n = 1 + random_.Below(2); n > 0; --n) {
        const Value value = b_.values.Int(1 + random_.Below(2));
        values.push_back(unions_   ? b_.values.Union(PhaseName(0), value)
                         : phases_ ? b_.values.Tuple(std::vector{b_.values.Int(0), value})
                                   : value);
      }
      std::vector<MultiSetEntry> entries;
      for (const Value value : values) entries.push_back({value, 1});
      return entries;
    };
    for (std::uint32_t i = 0; i <= (phases_ ? 0 : steps_); ++i) {
      const std::string name = "Row" + number_ + '_' + std::to_string(i);
      places_.push_back(b_.Top().Place(name, phases_ ? token_ : colour_,
                                       i == 0 ? tokens() : std::vector<MultiSetEntry>{}));
    }
  }

  /// A token of the row at that step.
  Pattern At(std::uint32_t step, Pattern value) {
    if (!phases_) return value;
    if (unions_) return cpn::testing::Union(PhaseName(step), std::move(value));
    return cpn::testing::Tuple({cpn::testing::Constant(b_.values.Int(step)), std::move(value)});
  }

  void MakeStep(std::uint32_t step) {
    const std::string number = number_ + '_' + std::to_string(step);
    TransitionBuilder t = b_.Top().Transition("Silent" + number);
    const Pattern x = t.Var("x", colour_);
    t.Input(PlaceOf(step), {At(step, x)});
    if (Chance(5)) {  // two tokens at once, that tell the same or not
      t.Input(b_.Top().Place("Beside" + number, colour_, b_.Ints({1, 2})),
              {Chance(2) ? x : cpn::testing::Any()});
    }
    if (Chance(6)) {
      t.Test(b_.Top().Place("Open" + number, b_.Unit("U" + number), {{b_.values.Unit(), 1}}),
             {cpn::testing::Constant(b_.values.Unit())});
    }
    if (Chance(6)) {
      const std::uint64_t salt = random_.Next();
      t.Guard(b_.TestFunction({"x"}, [this_model = &b_, salt](Arguments a) {
        return HashArguments(*this_model, salt, a) % 2 == 0;
      }));
    }
    const std::uint32_t to = Chance(8) ? 0 : step + 1;  // a circle now and then
    const Pattern gives = Chance(6) ? t.Var("y", colour_) : x;
    t.Output(PlaceOf(to), {At(to, gives)});
    if (Chance(8)) t.Priority(static_cast<int>(random_.Below(3)) - 1);
  }

  /// Something beside the row that has to do with its tokens.
  void MakeOther(const std::string& name, std::uint32_t step, ArcKind kind) {
    TransitionBuilder t = b_.Top().Transition(name);
    const std::uint32_t mine =
        b_.Top().Place(name + "Left", colour_, b_.Ints({1 + random_.Below(2)}));
    const Pattern x = t.Var("x", colour_);
    t.Input(mine, {x});
    if (Chance(5)) t.Priority(static_cast<int>(random_.Below(3)) - 1);
    if (kind == ArcKind::kReset) {
      t.Reset(PlaceOf(step));
    } else if (Chance(2)) {
      t.Arc(kind, PlaceOf(step), {At(step, x)});
    } else {
      t.Arc(kind, PlaceOf(step), {kind == ArcKind::kInhibitor ? At(step, x) : cpn::testing::Any()});
    }
  }

  ModelBuilder& b_;
  base::Random& random_;
  std::string number_;
  ColourSetId colour_ = 0, token_ = 0;
  std::uint32_t steps_ = 1;
  bool phases_ = false;  // the steps are a part of the tokens of one place ...
  bool unions_ = false;  // ... as constructors
  std::vector<std::uint32_t> places_;
};

}  // namespace

std::unique_ptr<ModelBuilder> RandomCommutingModel(std::uint64_t seed) {
  base::Random random(seed * 31 + 7);
  std::unique_ptr<ModelBuilder> model =
      random.Below(4) == 0 ? RandomModel(seed) : RandomGraphModel(seed);
  for (std::uint32_t row = 1 + random.Below(2); row > 0; --row) {
    RowMaker(*model, random, row).Make();
  }
  return model;
}

}  // namespace differential
