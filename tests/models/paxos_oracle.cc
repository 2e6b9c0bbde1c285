#include "tests/models/paxos_oracle.h"

#include <map>
#include <stdexcept>
#include <utility>

namespace models {
namespace {

bool IsSubset(const Values& part, const Values& whole) {
  for (const std::string& value : part) {
    if (!whole.contains(value)) return false;
  }
  return true;
}

/// For each node: the values chosen there, or on some path to it.
std::vector<Values> ChosenSoFar(const cpn::StateSpace& space, const std::vector<Values>& chosen) {
  std::vector<Values> so_far = chosen;
  std::vector<cpn::NodeId> waiting;
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) waiting.push_back(node);
  while (!waiting.empty()) {
    const cpn::NodeId node = waiting.back();
    waiting.pop_back();
    for (const cpn::StateArc& arc : space.Out(node)) {
      const std::size_t before = so_far[arc.target].size();
      so_far[arc.target].insert(so_far[node].begin(), so_far[node].end());
      if (so_far[arc.target].size() != before) waiting.push_back(arc.target);
    }
  }
  return so_far;
}

}  // namespace

PaxosView::PaxosView(cpn::lua::LuaModel* model)
    : model_(model),
      requests_(Find("Clients.ClientRequest")),
      acceptors_(Find("Replicas.Acceptor.AcceptorState")),
      commits_(Find("Replicas.PtoLCommit")),
      learned_(Find("Replicas.Learner.Learned")),
      answers_(Find("Clients.ServerResponse")) {
  const cpn::Marking initial = model_->engine().InitialMarking();
  clients_ = model_->multisets().Size(initial[requests_]);
  quorum_ = model_->multisets().Size(initial[acceptors_]) / 2 + 1;
}

Values PaxosView::Proposed(const cpn::Marking& marking) const {
  Values proposed = Texts(model_->engine().InitialMarking(), requests_, 1);
  for (const std::string& waiting : Texts(marking, requests_, 1)) proposed.erase(waiting);
  return proposed;
}

Values PaxosView::Chosen(const cpn::Marking& marking) const {
  const cpn::ValueStore& values = model_->values();
  std::map<std::pair<std::int64_t, std::string>, std::uint64_t> votes;
  for (const cpn::MultiSetEntry& token : model_->multisets().Entries(marking[acceptors_])) {
    const cpn::Value vote = values.Elements(token.value)[2];
    if (values.Constructor(vote) != "For") continue;
    const auto content = values.Elements(values.Elements(vote)[0]);
    ++votes[{values.AsInt(content[0]), std::string(values.AsText(content[1]))}];
  }
  Values chosen;
  for (const auto& [vote, acceptors] : votes) {
    if (acceptors >= quorum_) chosen.insert(vote.second);
  }
  return chosen;
}

Values PaxosView::Learned(const cpn::Marking& marking) const {
  Values learned = Texts(marking, learned_, 1);
  learned.merge(Texts(marking, answers_, 1));
  const cpn::ValueStore& values = model_->values();
  for (const cpn::MultiSetEntry& token : model_->multisets().Entries(marking[commits_])) {
    const cpn::Value commit = values.Elements(values.Elements(token.value)[1])[0];
    learned.emplace(values.AsText(values.Elements(commit)[1]));
  }
  return learned;
}

std::uint64_t PaxosView::Answered(const cpn::Marking& marking) const {
  std::set<std::int64_t> clients;
  for (const cpn::MultiSetEntry& token : model_->multisets().Entries(marking[answers_])) {
    clients.insert(model_->values().AsInt(model_->values().Elements(token.value)[0]));
  }
  return clients.size();
}

cpn::PlaceId PaxosView::Find(const std::string& name) const {
  const auto place = model_->net().FindPlace(name);
  if (!place) throw std::invalid_argument("the model has no place " + name);
  return *place;
}

Values PaxosView::Texts(const cpn::Marking& marking, cpn::PlaceId place,
                        std::size_t component) const {
  Values texts;
  for (const cpn::MultiSetEntry& token : model_->multisets().Entries(marking[place])) {
    texts.emplace(model_->values().AsText(model_->values().Elements(token.value)[component]));
  }
  return texts;
}

PaxosVerdict Examine(cpn::lua::LuaModel& model, const cpn::StateSpace& space) {
  const PaxosView view(&model);
  std::vector<Values> chosen;
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    chosen.push_back(view.Chosen(space.MarkingOf(node)));
  }
  const std::vector<Values> so_far = ChosenSoFar(space, chosen);
  PaxosVerdict verdict;
  for (cpn::NodeId node = 0; node < space.nodes(); ++node) {
    const cpn::Marking marking = space.MarkingOf(node);
    verdict.not_proposed += !IsSubset(chosen[node], view.Proposed(marking));
    verdict.disagreements += so_far[node].size() > 1 && !chosen[node].empty();
    verdict.not_chosen += !IsSubset(view.Learned(marking), chosen[node]);
    if (!space.IsDead(node)) continue;
    ++verdict.dead_markings;
    verdict.without_answer += view.Answered(marking) != view.clients();
  }
  return verdict;
}

}  // namespace models
