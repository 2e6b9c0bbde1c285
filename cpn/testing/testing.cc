#include "cpn/testing/testing.h"

#include "cpn/net/inscription.h"

namespace cpn::testing {
namespace {

Pattern Composite(PatternKind kind, std::vector<Pattern> children) {
  Pattern pattern;
  pattern.kind = kind;
  pattern.children = std::move(children);
  return pattern;
}

}  // namespace

Pattern Constant(Value v) {
  Pattern pattern;
  pattern.kind = PatternKind::kConstant;
  pattern.constant = v;
  return pattern;
}

Pattern Any() { return {}; }

Pattern Tuple(std::vector<Pattern> components) {
  return Composite(PatternKind::kTuple, std::move(components));
}

Pattern List(std::vector<Pattern> elements) {
  return Composite(PatternKind::kList, std::move(elements));
}

Pattern Cons(Pattern head, Pattern rest) {
  return Composite(PatternKind::kCons, {std::move(head), std::move(rest)});
}

Pattern Record(std::vector<std::pair<std::string, Pattern>> fields) {
  Pattern pattern;
  pattern.kind = PatternKind::kRecord;
  for (auto& [name, child] : fields) {
    pattern.names.push_back(name);
    pattern.children.push_back(std::move(child));
  }
  return pattern;
}

Pattern Union(std::string constructor, std::optional<Pattern> argument) {
  Pattern pattern;
  pattern.kind = PatternKind::kUnion;
  pattern.names.push_back(std::move(constructor));
  if (argument) pattern.children.push_back(std::move(*argument));
  return pattern;
}

Term Copies(std::uint32_t count, Term term) {
  term.count = count;
  return term;
}

Term Computed(FunctionId function) {
  ArcTerm term;
  term.kind = ArcTerm::Kind::kFunction;
  term.function = function;
  return Term(term);
}

Term Bag(FunctionId function) {
  ArcTerm term;
  term.kind = ArcTerm::Kind::kMultiSet;
  term.function = function;
  return Term(term);
}

Term When(FunctionId condition, Term term) {
  term.condition = condition;
  return term;
}

Pattern TransitionBuilder::Var(const std::string& name, ColourSetId type) {
  TransitionDeclaration& t = declaration();
  Pattern pattern;
  pattern.kind = PatternKind::kVariable;
  if (const std::optional<std::uint32_t> known = FindVariable(t, name)) {
    pattern.variable = *known;
  } else {
    pattern.variable = static_cast<std::uint32_t>(t.variables.size());
    t.variables.push_back({name, type});
  }
  return pattern;
}

TransitionBuilder& TransitionBuilder::Input(std::uint32_t place, std::vector<Term> terms) {
  return Arc(ArcKind::kInput, place, std::move(terms));
}
TransitionBuilder& TransitionBuilder::Output(std::uint32_t place, std::vector<Term> terms) {
  return Arc(ArcKind::kOutput, place, std::move(terms));
}
TransitionBuilder& TransitionBuilder::Test(std::uint32_t place, std::vector<Term> terms) {
  return Arc(ArcKind::kTest, place, std::move(terms));
}
TransitionBuilder& TransitionBuilder::Inhibitor(std::uint32_t place, std::vector<Term> terms) {
  return Arc(ArcKind::kInhibitor, place, std::move(terms));
}
TransitionBuilder& TransitionBuilder::Reset(std::uint32_t place) {
  return Arc(ArcKind::kReset, place, {});
}

TransitionBuilder& TransitionBuilder::Arc(ArcKind kind, std::uint32_t place,
                                          std::vector<Term> terms) {
  ArcDeclaration arc;
  arc.kind = kind;
  arc.place = place;
  arc.terms.assign(terms.begin(), terms.end());
  arc.where = model_->NextLocation();
  declaration().arcs.push_back(std::move(arc));
  return *this;
}

TransitionBuilder& TransitionBuilder::Guard(FunctionId function) {
  declaration().guards.push_back(function);
  return *this;
}

TransitionBuilder& TransitionBuilder::Let(const std::string& variable, ColourSetId type,
                                          FunctionId function) {
  const std::uint32_t index = Var(variable, type).variable;
  declaration().lets.push_back({index, function});
  return *this;
}

TransitionBuilder& TransitionBuilder::Priority(int priority) {
  declaration().priority = priority;
  return *this;
}

TransitionDeclaration& TransitionBuilder::declaration() {
  return model_->model.modules[module_].transitions[index_];
}

ModuleDeclaration& ModuleBuilder::declaration() { return model_->model.modules[id_]; }

std::uint32_t ModuleBuilder::AddPlace(PlaceDeclaration place) {
  place.where = model_->NextLocation();
  declaration().places.push_back(std::move(place));
  return static_cast<std::uint32_t>(declaration().places.size() - 1);
}

std::uint32_t ModuleBuilder::Place(const std::string& name, ColourSetId type,
                                   std::vector<MultiSetEntry> initial) {
  PlaceDeclaration place;
  place.name = name;
  place.type = type;
  place.initial = std::move(initial);
  return AddPlace(std::move(place));
}

std::uint32_t ModuleBuilder::Port(const std::string& name, ColourSetId type, PortKind kind) {
  PlaceDeclaration place;
  place.name = name;
  place.type = type;
  place.port = kind;
  return AddPlace(std::move(place));
}

std::uint32_t ModuleBuilder::Fusion(const std::string& name, ColourSetId type,
                                    const std::string& fusion_set,
                                    std::vector<MultiSetEntry> initial) {
  PlaceDeclaration place;
  place.name = name;
  place.type = type;
  place.fusion = fusion_set;
  place.initial = std::move(initial);
  return AddPlace(std::move(place));
}

TransitionBuilder ModuleBuilder::Transition(const std::string& name) {
  TransitionDeclaration t;
  t.name = name;
  t.where = model_->NextLocation();
  declaration().transitions.push_back(std::move(t));
  return {model_, id_, static_cast<std::uint32_t>(declaration().transitions.size() - 1)};
}

void ModuleBuilder::Substitution(const std::string& name, ModuleId module,
                                 std::vector<PortAssignment> assignments) {
  declaration().substitutions.push_back(
      {name, module, std::move(assignments), model_->NextLocation()});
}

ModelBuilder::ModelBuilder() {
  model.name = "model";
  Module("Top");
}

ModuleBuilder ModelBuilder::Module(const std::string& name) {
  ModuleDeclaration module;
  module.name = name;
  module.where = NextLocation();
  model.modules.push_back(std::move(module));
  return {this, static_cast<ModuleId>(model.modules.size() - 1)};
}

ColourSetId ModelBuilder::AddColourSet(const std::string& name, ColourSetKind kind) {
  ColourSet set;
  set.name = name;
  set.kind = kind;
  set.where = NextLocation();
  model.colour_sets.push_back(std::move(set));
  return static_cast<ColourSetId>(model.colour_sets.size() - 1);
}

ColourSetId ModelBuilder::Unit(const std::string& name) {
  return AddColourSet(name, ColourSetKind::kUnit);
}
ColourSetId ModelBuilder::Bool(const std::string& name) {
  return AddColourSet(name, ColourSetKind::kBool);
}
ColourSetId ModelBuilder::Int(const std::string& name) {
  return AddColourSet(name, ColourSetKind::kInt);
}
ColourSetId ModelBuilder::String(const std::string& name) {
  return AddColourSet(name, ColourSetKind::kString);
}

ColourSetId ModelBuilder::Range(const std::string& name, std::int64_t low, std::int64_t high) {
  const ColourSetId id = AddColourSet(name, ColourSetKind::kRange);
  model.colour_sets[id].low = low;
  model.colour_sets[id].high = high;
  return id;
}

ColourSetId ModelBuilder::Index(const std::string& name, std::int64_t low, std::int64_t high) {
  const ColourSetId id = Range(name, low, high);
  model.colour_sets[id].kind = ColourSetKind::kIndex;
  model.colour_sets[id].names = {name};
  return id;
}

ColourSetId ModelBuilder::Enum(const std::string& name, std::vector<std::string> names) {
  const ColourSetId id = AddColourSet(name, ColourSetKind::kEnum);
  model.colour_sets[id].names = std::move(names);
  return id;
}

ColourSetId ModelBuilder::Product(const std::string& name, std::vector<ColourSetId> parts) {
  const ColourSetId id = AddColourSet(name, ColourSetKind::kProduct);
  model.colour_sets[id].parts = std::move(parts);
  return id;
}

ColourSetId ModelBuilder::Record(const std::string& name, std::vector<ColourSetField> fields) {
  const ColourSetId id = AddColourSet(name, ColourSetKind::kRecord);
  model.colour_sets[id].fields = std::move(fields);
  return id;
}

ColourSetId ModelBuilder::List(const std::string& name, ColourSetId element) {
  const ColourSetId id = AddColourSet(name, ColourSetKind::kList);
  model.colour_sets[id].parts = {element};
  return id;
}

ColourSetId ModelBuilder::Union(const std::string& name, std::vector<ColourSetField> constructors) {
  const ColourSetId id = AddColourSet(name, ColourSetKind::kUnion);
  model.colour_sets[id].fields = std::move(constructors);
  return id;
}

ColourSetId ModelBuilder::Subset(const std::string& name, ColourSetId base, TestLambda predicate) {
  const ColourSetId id = AddColourSet(name, ColourSetKind::kSubset);
  model.colour_sets[id].parts = {base};
  model.colour_sets[id].predicate = TestFunction({"x"}, std::move(predicate));
  return id;
}

ColourSetId ModelBuilder::Alias(const std::string& name, ColourSetId base) {
  const ColourSetId id = AddColourSet(name, ColourSetKind::kAlias);
  model.colour_sets[id].parts = {base};
  return id;
}

FunctionId ModelBuilder::AddFunction(std::vector<std::string> reads, Lambdas lambdas) {
  Function function;
  function.parameters = std::move(reads);
  function.where = NextLocation();
  model.functions.push_back(std::move(function));
  lambdas_.push_back(std::move(lambdas));
  return static_cast<FunctionId>(lambdas_.size() - 1);
}

FunctionId ModelBuilder::TestFunction(std::vector<std::string> reads, TestLambda lambda) {
  return AddFunction(std::move(reads), {std::move(lambda), {}, {}});
}
FunctionId ModelBuilder::ComputeFunction(std::vector<std::string> reads, ComputeLambda lambda) {
  return AddFunction(std::move(reads), {{}, std::move(lambda), {}});
}
FunctionId ModelBuilder::MultiSetFunction(std::vector<std::string> reads, MultiSetLambda lambda) {
  return AddFunction(std::move(reads), {{}, {}, std::move(lambda)});
}

FunctionId ModelBuilder::Insertion(const std::string& list, const std::string& element) {
  const FunctionId id = ComputeFunction({list, element}, [this](Arguments arguments) {
    const std::span<const Value> elements = values.Elements(arguments[0]);
    std::vector<Value> longer(elements.begin(), elements.end());
    const auto greater = std::find_if(longer.begin(), longer.end(),
                                      [&](Value v) { return values.Compare(v, arguments[1]) > 0; });
    longer.insert(greater, arguments[1]);
    return values.List(longer);
  });
  lambdas_[id].inserts = true;
  return id;
}

bool ModelBuilder::InsertsInto(FunctionId function, std::uint32_t argument) const {
  return argument == 0 && lambdas_[function].inserts;
}

std::vector<MultiSetEntry> ModelBuilder::Ints(std::initializer_list<std::int64_t> tokens) {
  std::vector<MultiSetEntry> entries;
  for (const std::int64_t token : tokens) entries.push_back({values.Int(token), 1});
  return entries;
}

std::vector<MultiSetEntry> ModelBuilder::Tokens(std::initializer_list<Value> tokens) {
  std::vector<MultiSetEntry> entries;
  for (const Value token : tokens) entries.push_back({token, 1});
  return entries;
}

bool ModelBuilder::Test(FunctionId function, Arguments arguments) {
  return lambdas_[function].test(arguments);
}

Value ModelBuilder::Compute(FunctionId function, Arguments arguments, ColourSetId type) {
  const Value v = lambdas_[function].compute(arguments);
  if (!colour_sets.Contains(type, v, *this)) {
    throw ModelError(model.functions[function].where, "the inscription yields " + values.Format(v) +
                                                          ", no colour of " +
                                                          model.colour_sets[type].name);
  }
  return v;
}

void ModelBuilder::ComputeMultiSet(FunctionId function, Arguments arguments, ColourSetId /*type*/,
                                   std::vector<MultiSetEntry>& out) {
  const std::vector<MultiSetEntry> entries = lambdas_[function].multi_set(arguments);
  out.insert(out.end(), entries.begin(), entries.end());
}

}  // namespace cpn::testing
