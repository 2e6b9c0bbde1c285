#include "search/nets/net_system.h"

#include <algorithm>
#include <span>
#include <utility>

#include "cpn/ctl/propositional.h"
#include "cpn/values/hash.h"

namespace search::nets {
namespace {

constexpr std::size_t kMemoBytes = std::size_t{64} << 20;

std::uint64_t HashOf(std::span<const std::uint32_t> places, std::uint64_t seed) {
  for (const std::uint32_t place : places) seed = cpn::CombineHash(seed, place);
  return seed;
}

std::vector<Goal> GoalsOf(const cpn::lua::LuaModel& model,
                          const std::vector<std::size_t>& properties) {
  std::vector<Goal> goals;
  for (const std::size_t p : properties) {
    goals.push_back(std::get<Goal>(GoalOf(model.properties().at(p))));
  }
  return goals;
}

}  // namespace

std::uint32_t WeightOf(const cpn::TransitionDeclaration& transition) {
  if (transition.weight) return *transition.weight;
  switch (transition.kind) {
    case cpn::StepKind::kApplication:
      return 4'000;
    case cpn::StepKind::kNetwork:
      return 3'000;
    case cpn::StepKind::kFault:
      return 200;
    default:
      return 1'000;
  }
}

NetSystem::NetSystem(std::unique_ptr<cpn::lua::LuaModel> model,
                     const std::vector<std::size_t>& properties, const NetOptions& options)
    : NetSystem({&model->engine(), &model->state_functions(), GoalsOf(*model, properties)},
                options) {
  model_ = std::move(model);
}

NetSystem::NetSystem(const NetParts& parts, const NetOptions& options)
    : options_(options),
      engine_(*parts.engine),
      memo_(std::make_unique<cpn::ctl::StateFunctionMemo>(parts.functions, &engine_.net(),
                                                          &engine_.multisets(), kMemoBytes)),
      goals_(parts.goals),
      actions_(&engine_),
      places_(engine_.net().places().size()),
      initial_(engine_.InitialMarking()) {
  for (const cpn::Transition& transition : engine_.net().transitions()) {
    weights_.push_back(options.weighs ? WeightOf(*transition.declaration) : 1'000);
  }
  Restart();
}

NetSystem::~NetSystem() = default;

void NetSystem::Restart() {
  ForgetIfFull();
  now_ = Intern(initial_);
  violated_ = nodes_[now_].violated;
}

std::optional<Choice> NetSystem::Pick(base::Random& random) {
  const Node& node = Expanded();
  if (node.is_even) return random.Below(node.count);
  const std::span<const Edge> edges(edges_.data() + node.first, node.count);
  const std::uint64_t sum = edges.back().weights;
  if (sum == 0) return std::nullopt;
  // The bias of % is below 2^-32, unless millions of steps can be taken.
  const std::uint64_t drawn = random.Next() % sum;
  const auto chosen = std::find_if(edges.begin(), edges.end(),
                                   [&](const Edge& edge) { return drawn < edge.weights; });
  return static_cast<Choice>(chosen - edges.begin());
}

void NetSystem::Take(Choice choice) {
  if (options_.budget != nullptr && (++looks_ & 0xff) == 0) options_.budget->Check();
  now_ = TargetOf(now_, choice);
  violated_ |= nodes_[now_].violated;
  ForgetIfFull();
}

StateKey NetSystem::Key() {
  const std::span<const std::uint32_t> places(nodes_[now_].places, places_);
  return {HashOf(places, 1), HashOf(places, 2)};
}

cpn::BindingElementId NetSystem::ElementOf(Choice choice) {
  return edges_[Expanded().first + choice].element;
}

cpn::TransitionId NetSystem::TransitionOf(NodeId id, Choice choice) {
  return engine_.Element(edges_[ExpandedAt(id).first + choice].element).transition;
}

cpn::Marking NetSystem::marking() const { return MarkingOf(now_); }

Fate NetSystem::FateOf(std::size_t property, std::uint64_t states, Choices& recovery) {
  struct Met {
    NodeId node;
    std::size_t from;
    Choice choice;
  };
  const Properties bit = Properties{1} << property;
  std::vector<Met> met{{now_, 0, 0}};
  std::vector<bool> is_met(nodes_.size());
  is_met[now_] = true;
  for (std::size_t i = 0; i < met.size(); ++i) {
    const NodeId node = met[i].node;
    if ((nodes_[node].live & bit) != 0) {
      Choices back;
      for (std::size_t at = i; at != 0; at = met[at].from) back.push_back(met[at].choice);
      recovery.insert(recovery.end(), back.rbegin(), back.rend());
      return Fate::kRecovers;
    }
    if (options_.budget != nullptr && (i & 0xff) == 0) options_.budget->Check();
    const std::uint32_t count = ExpandedAt(node).count;
    for (Choice choice = 0; choice < count; ++choice) {
      const NodeId target = TargetOf(node, choice);
      is_met.resize(std::max(is_met.size(), nodes_.size()));
      if (is_met[target]) continue;
      if (met.size() >= states) return Fate::kOpen;
      is_met[target] = true;
      met.push_back({target, i, choice});
    }
  }
  return Fate::kDead;
}

NetSystem::NodeId NetSystem::Intern(const cpn::Marking& marking) {
  std::vector<std::uint32_t> places(places_);
  std::transform(marking.begin(), marking.end(), places.begin(),
                 [](cpn::MultiSet tokens) { return tokens.id; });
  const std::uint64_t hash = HashOf(places, 1);
  const std::uint32_t known = ids_.Find(hash, [&](std::uint32_t id) {
    return std::equal(places.begin(), places.end(), nodes_[id].places);
  });
  if (known != cpn::IdTable::kNone) return known;
  Node node;
  node.places = arena_.Append(std::span<const std::uint32_t>(places)).data();
  Judge(node, marking);
  const auto id = static_cast<NodeId>(nodes_.size());
  ids_.Insert(hash, id);
  nodes_.push_back(node);
  return id;
}

void NetSystem::Judge(Node& node, const cpn::Marking& marking) {
  const auto at = [&](cpn::PlaceId place) { return marking[place]; };
  for (std::size_t i = 0; i < goals_.size(); ++i) {
    const bool holds = IsTrue(*goals_[i].condition, *memo_, at);
    if (goals_[i].is_liveness && holds) node.live |= Properties{1} << i;
    if (!goals_[i].is_liveness && !holds) node.violated |= Properties{1} << i;
  }
}

NetSystem::Node& NetSystem::ExpandedAt(NodeId id) {
  if (nodes_[id].is_expanded) return nodes_[id];
  const std::span<const cpn::BindingElementId> enabled = engine_.Enabled(MarkingOf(id));
  Node& node = nodes_[id];
  node.is_expanded = true;
  node.first = edges_.size();
  node.count = static_cast<std::uint32_t>(enabled.size());
  std::uint64_t sum = 0, first_weight = 0;
  for (const cpn::BindingElementId element : enabled) {
    const std::uint64_t weight = weights_[engine_.Element(element).transition];
    if (sum == 0) first_weight = weight;
    sum += weight;
    node.is_even = node.is_even && weight == first_weight && weight != 0;
    edges_.push_back({element, kUnknown, sum});
  }
  return node;
}

NetSystem::NodeId NetSystem::TargetOf(NodeId id, Choice choice) {
  const std::uint64_t index = ExpandedAt(id).first + choice;
  if (edges_[index].target != kUnknown) return edges_[index].target;
  cpn::Marking marking = MarkingOf(id);
  engine_.Occur(marking, edges_[index].element);
  const NodeId target = Intern(marking);
  edges_[index].target = target;
  return target;
}

cpn::Marking NetSystem::MarkingOf(NodeId id) const {
  cpn::Marking marking(places_);
  for (std::size_t place = 0; place < places_; ++place) {
    marking[place].id = nodes_[id].places[place];
  }
  return marking;
}

std::size_t NetSystem::memory_bytes() const {
  return arena_.memory_bytes() + nodes_.capacity() * sizeof(Node) +
         edges_.capacity() * sizeof(Edge) + ids_.memory_bytes();
}

void NetSystem::ForgetIfFull() {
  if (memory_bytes() <= options_.memory_bytes) return;
  const cpn::Marking now = MarkingOf(now_);
  nodes_.clear();
  edges_.clear();
  arena_.Clear();
  ids_.Clear();
  nodes_.shrink_to_fit();
  edges_.shrink_to_fit();
  now_ = Intern(now);
}

}  // namespace search::nets
