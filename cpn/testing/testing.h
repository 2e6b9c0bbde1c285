// Models built in C++, with lambdas for inscriptions: for tests and benchmarks of the engine alone.
//
//   ModelBuilder b;
//   const ColourSetId worker = b.Range("Worker", 1, 3);
//   const std::uint32_t idle = b.Top().Place("Idle", worker, b.Ints({1, 2, 3}));
//   const std::uint32_t busy = b.Top().Place("Busy", worker);
//   TransitionBuilder start = b.Top().Transition("Start");
//   const Pattern w = start.Var("w", worker);
//   start.Input(idle, {w}).Output(busy, {w});
//   RunningNet net(b);                      // flattened, with an engine
//
// Thread safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/net/net.h"

namespace cpn::testing {

using Arguments = std::span<const Value>;
using TestLambda = std::function<bool(Arguments)>;
using ComputeLambda = std::function<Value(Arguments)>;
using MultiSetLambda = std::function<std::vector<MultiSetEntry>(Arguments)>;

Pattern Constant(Value v);
Pattern Any();
Pattern Tuple(std::vector<Pattern> components);
Pattern List(std::vector<Pattern> elements);
Pattern Cons(Pattern head, Pattern rest);
Pattern Record(std::vector<std::pair<std::string, Pattern>> fields);
Pattern Union(std::string constructor, std::optional<Pattern> argument = std::nullopt);

/// A term of an inscription; converts from a pattern.
struct Term : ArcTerm {
  Term(Pattern p) { pattern = std::move(p); }  // NOLINT(google-explicit-constructor)
  explicit Term(ArcTerm term) : ArcTerm(std::move(term)) {}
};
Term Copies(std::uint32_t count, Term term);
Term Computed(FunctionId function);
Term Bag(FunctionId function);
Term When(FunctionId condition, Term term);

class ModelBuilder;

class TransitionBuilder {
 public:
  TransitionBuilder(ModelBuilder* model, ModuleId module, std::uint32_t index)
      : model_(model), module_(module), index_(index) {}

  /// Declares a variable when it is new.
  Pattern Var(const std::string& name, ColourSetId type);
  TransitionBuilder& Input(std::uint32_t place, std::vector<Term> terms);
  TransitionBuilder& Output(std::uint32_t place, std::vector<Term> terms);
  TransitionBuilder& Test(std::uint32_t place, std::vector<Term> terms);
  TransitionBuilder& Inhibitor(std::uint32_t place, std::vector<Term> terms = {});
  TransitionBuilder& Reset(std::uint32_t place);
  TransitionBuilder& Arc(ArcKind kind, std::uint32_t place, std::vector<Term> terms);
  TransitionBuilder& Guard(FunctionId function);
  TransitionBuilder& Let(const std::string& variable, ColourSetId type, FunctionId function);
  TransitionBuilder& Priority(int priority);
  TransitionDeclaration& declaration();

 private:
  ModelBuilder* model_;
  ModuleId module_;
  std::uint32_t index_;
};

class ModuleBuilder {
 public:
  ModuleBuilder(ModelBuilder* model, ModuleId id) : model_(model), id_(id) {}

  std::uint32_t Place(const std::string& name, ColourSetId type,
                      std::vector<MultiSetEntry> initial = {});
  std::uint32_t Port(const std::string& name, ColourSetId type, PortKind kind = PortKind::kInOut);
  std::uint32_t Fusion(const std::string& name, ColourSetId type, const std::string& fusion_set,
                       std::vector<MultiSetEntry> initial = {});
  TransitionBuilder Transition(const std::string& name);
  void Substitution(const std::string& name, ModuleId module,
                    std::vector<PortAssignment> assignments);
  ModuleId id() const { return id_; }
  ModuleDeclaration& declaration();

 private:
  std::uint32_t AddPlace(PlaceDeclaration place);

  ModelBuilder* model_;
  ModuleId id_;
};

/// A model with the stores and the evaluator that it needs. Declarations get the locations
/// model:1, model:2, ... in the order in which they are made.
class ModelBuilder final : public Evaluator {
 public:
  ModelBuilder();
  ModelBuilder(const ModelBuilder&) = delete;
  ModelBuilder& operator=(const ModelBuilder&) = delete;

  ColourSetId Unit(const std::string& name = "UNIT");
  ColourSetId Bool(const std::string& name = "BOOL");
  ColourSetId Int(const std::string& name = "INT");
  ColourSetId String(const std::string& name = "STRING");
  ColourSetId Range(const std::string& name, std::int64_t low, std::int64_t high);
  ColourSetId Index(const std::string& name, std::int64_t low, std::int64_t high);
  ColourSetId Enum(const std::string& name, std::vector<std::string> names);
  ColourSetId Product(const std::string& name, std::vector<ColourSetId> parts);
  ColourSetId Record(const std::string& name, std::vector<ColourSetField> fields);
  ColourSetId List(const std::string& name, ColourSetId element);
  ColourSetId Union(const std::string& name, std::vector<ColourSetField> constructors);
  ColourSetId Subset(const std::string& name, ColourSetId base, TestLambda predicate);
  ColourSetId Alias(const std::string& name, ColourSetId base);

  FunctionId TestFunction(std::vector<std::string> reads, TestLambda lambda);
  FunctionId ComputeFunction(std::vector<std::string> reads, ComputeLambda lambda);
  FunctionId MultiSetFunction(std::vector<std::string> reads, MultiSetLambda lambda);
  /// The list `list` with `element` before the first that is greater; both are variables.
  FunctionId Insertion(const std::string& list, const std::string& element);

  ModuleBuilder Top() { return {this, 0}; }
  ModuleBuilder Module(const std::string& name);

  std::vector<MultiSetEntry> Ints(std::initializer_list<std::int64_t> tokens);
  std::vector<MultiSetEntry> Tokens(std::initializer_list<Value> tokens);

  bool Test(FunctionId function, Arguments arguments) override;
  Value Compute(FunctionId function, Arguments arguments, ColourSetId type) override;
  void ComputeMultiSet(FunctionId function, Arguments arguments, ColourSetId type,
                       std::vector<MultiSetEntry>& out) override;
  bool InsertsInto(FunctionId function, std::uint32_t argument) const override;

  SourceLocation NextLocation() { return {"model", ++line_, 0}; }

  ValueStore values;
  MultiSetStore multisets{&values};
  Model model;
  ColourSets colour_sets{&model.colour_sets, &values};

 private:
  struct Lambdas {
    TestLambda test;
    ComputeLambda compute;
    MultiSetLambda multi_set;
    bool inserts = false;  // into the first argument
  };

  ColourSetId AddColourSet(const std::string& name, ColourSetKind kind);
  FunctionId AddFunction(std::vector<std::string> reads, Lambdas lambdas);

  std::vector<Lambdas> lambdas_;
  int line_ = 0;
};

/// A flattened model and its engine.
struct RunningNet {
  explicit RunningNet(ModelBuilder& b, const EngineOptions& options = {})
      : net(Flatten(b.model, b.colour_sets, b)),
        engine(&net, &b.colour_sets, &b.values, &b.multisets, &b, options) {}

  Net net;
  Engine engine;
};

}  // namespace cpn::testing
