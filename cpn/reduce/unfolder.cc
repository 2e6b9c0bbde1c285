#include "cpn/reduce/unfolder.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "cpn/engine/compiled_transition.h"

namespace cpn::reduce {
namespace {

constexpr std::uint32_t kPlenty = 1u << 20;      // of each token that was gathered
constexpr std::size_t kMostCountedColours = 16;  // of a place whose tokens have a supply

constexpr std::size_t kMostFailures = 5000;             // of searches
constexpr std::uint64_t kMostCombinations = 4'000'000;  // of tokens, in one search

/// Any token that matches will do for a test arc with a wildcard.
bool TakesAnyToken(const CompiledTerm& term) {
  return term.kind == ArcTerm::Kind::kPattern && term.pattern.wildcard && !term.wildcard;
}

bool IsPlain(const Engine& engine) {
  if (engine.PriorityGroups().size() > 1) return false;
  for (TransitionId id = 0; id < engine.net().transitions().size(); ++id) {
    const CompiledTransition& transition = engine.Compiled(id);
    if (!transition.inhibitors.empty() || !transition.resets.empty()) return false;
    if (std::ranges::any_of(transition.matched, TakesAnyToken)) return false;
    if (std::ranges::any_of(transition.computed, TakesAnyToken)) return false;
  }
  return true;
}

/// The tokens that a search may have to combine.
std::uint64_t CombinationsOf(const CompiledTransition& transition,
                             const std::vector<std::vector<MultiSetEntry>>& there) {
  std::uint64_t combinations = 1;
  for (const CompiledTerm& term : transition.matched) {
    combinations *= std::max<std::uint64_t>(1, there[term.place].size());
    if (combinations > kMostCombinations) break;
  }
  return combinations;
}

/// Does each binding need one token of each of different places, and nothing else? Then tokens can
/// be looked at in parts.
bool TakesSingleTokens(const CompiledTransition& transition) {
  return !transition.matched.empty() && transition.computed.empty() &&
         transition.free_variables.empty() &&
         std::ranges::none_of(transition.matched,
                              [](const CompiledTerm& term) { return term.shared; });
}

bool HasToken(const std::vector<TokenNumber>& tokens, TokenNumber token) {
  return std::ranges::find(tokens, token) != tokens.end();
}

}  // namespace

Unfolder::Unfolder(Engine* engine, const UnfoldingLimits& limits)
    : engine_(engine),
      limits_(limits),
      terms_(engine->context()),
      token_of_(engine->net().places().size()),
      there_(token_of_.size()),
      grown_(token_of_.size(), true) {
  const Marking initial = engine->InitialMarking();
  for (PlaceId place = 0; place < initial.size(); ++place) {
    for (const MultiSetEntry& entry : engine->multisets().Entries(initial[place])) {
      Gather(Intern(place, entry.value, entry.count));
    }
  }
}

std::unique_ptr<const Unfolding> Unfolder::Make() {
  for (std::size_t searches = 0; searches < limits_.searches; ++searches) {
    if (!Search()) return nullptr;
    if (!LetIn()) return Finish();
  }
  return nullptr;
}

TokenNumber Unfolder::Intern(PlaceId place, Value value, std::uint32_t initially) {
  const auto [known, is_new] =
      token_of_[place].emplace(value.id, static_cast<TokenNumber>(tokens_.size()));
  if (!is_new) return known->second;
  tokens_.emplace_back(place, value);
  gathered_.push_back(false);
  const EngineContext& context = engine_->context();
  const std::vector<Value>* const colours =
      context.colour_sets->Enumerate(engine_->net().places()[place].type, *context.evaluator);
  supply_.AddToken(initially, colours != nullptr && colours->size() <= kMostCountedColours);
  return known->second;
}

void Unfolder::Gather(TokenNumber token) {
  if (gathered_[token]) return;
  gathered_[token] = true;
  const auto& [place, value] = tokens_[token];
  there_[place].push_back({value, kPlenty});
  grown_[place] = true;
}

Marking Unfolder::MarkingOfAll() {
  Marking marking;
  for (const std::vector<MultiSetEntry>& entries : there_) {
    marking.push_back(engine_->multisets().Intern(entries));
  }
  return marking;
}

bool Unfolder::Search() {
  Marking all = MarkingOfAll();
  const bool first = candidates_.empty();
  const std::vector<bool> grown = std::move(grown_);
  grown_.assign(grown.size(), false);
  for (TransitionId id = 0; id < engine_->net().transitions().size(); ++id) {
    const std::vector<PlaceId>& places = engine_->Compiled(id).deciding_places;
    const auto has_grown = [&](PlaceId place) { return grown[place]; };
    if (!first && std::ranges::none_of(places, has_grown)) continue;
    if (CombinationsOf(engine_->Compiled(id), there_) > kMostCombinations) return false;
    std::vector<BindingElementId> elements;
    SearchParts(id, all, elements);
    searched_ += elements.size();
    if (searched_ > limits_.searched) return false;
    for (const BindingElementId element : elements) Found(element);
    if (candidates_.size() > limits_.elements) return false;
  }
  return true;
}

void Unfolder::SearchParts(TransitionId id, Marking& marking,
                           std::vector<BindingElementId>& found) {
  const CompiledTransition& transition = engine_->Compiled(id);
  try {
    const std::span<const BindingElementId> all = engine_->FindBindings(id, marking);
    found.insert(found.end(), all.begin(), all.end());
    return;
  } catch (const ModelError&) {
    // Where this is enabled, the exploration says so.
    if (!TakesSingleTokens(transition) || ++failures_ > kMostFailures) throw;
  }
  PlaceId largest = transition.matched.front().place;
  std::size_t size = 0;
  for (const CompiledTerm& term : transition.matched) {
    const std::size_t entries = engine_->multisets().Entries(marking[term.place]).size();
    if (entries <= size) continue;
    size = entries;
    largest = term.place;
  }
  if (size < 2) return;
  const MultiSet whole = marking[largest];
  const std::span<const MultiSetEntry> entries = engine_->multisets().Entries(whole);
  for (const auto& half : {entries.first(size / 2), entries.subspan(size / 2)}) {
    marking[largest] = engine_->multisets().Intern(half);
    SearchParts(id, marking, found);
  }
  marking[largest] = whole;
}

void Unfolder::Found(BindingElementId id) {
  if (!candidate_of_.emplace(id, candidates_.size()).second) return;
  Candidate& candidate = candidates_.emplace_back();
  candidate.element.id = id;
  AppendNeeds(id, candidate);
  try {
    AppendMoves(id, candidate);
  } catch (const ModelError&) {
    candidate.fails = true;  // where it is enabled, the exploration says so
  }
}

void Unfolder::AppendNeeds(BindingElementId id, Candidate& candidate) {
  const BindingElement element = engine_->Element(id);
  const CompiledTransition& transition = engine_->Compiled(element.transition);
  binding_.Assign(element.binding);
  std::vector<MultiSetEntry> entries;
  for (const std::vector<CompiledTerm>* terms : {&transition.matched, &transition.computed}) {
    for (const CompiledTerm& term : *terms) {
      entries.clear();
      if (term.wildcard) {
        entries.push_back({element.wildcards[*term.wildcard], term.count});
      } else {
        terms_.AppendTokens(term, binding_, entries);
      }
      for (const MultiSetEntry& entry : entries) {
        if (entry.count == 0) continue;
        const TokenNumber token = Intern(term.place, entry.value);
        std::vector<TokenNumber>& needs = candidate.element.needs;
        if (!HasToken(needs, token)) needs.push_back(token);
      }
    }
  }
}

void Unfolder::AppendMoves(BindingElementId id, Candidate& candidate) {
  std::map<TokenNumber, std::int64_t> net;
  const std::vector<TokenMove> moves = engine_->ComputeMoves(id);
  for (const TokenMove& move : moves) {
    for (const MultiSetEntry& entry : engine_->multisets().Entries(move.removed)) {
      net[Intern(move.place, entry.value)] -= entry.count;
    }
    for (const MultiSetEntry& entry : engine_->multisets().Entries(move.added)) {
      net[Intern(move.place, entry.value)] += entry.count;
    }
  }
  for (const auto& [token, amount] : net) {
    if (amount == 0) continue;
    const bool less = amount < 0;
    (less ? candidate.element.lowers : candidate.element.raises).push_back(token);
    (less ? candidate.lost : candidate.won)
        .emplace_back(token, static_cast<std::uint32_t>(less ? -amount : amount));
  }
}

bool Unfolder::LetIn() {
  supply_.Update();
  bool any = false;
  for (Candidate& candidate : candidates_) {
    if (candidate.is_in || candidate.fails) continue;
    if (!supply_.IsEnoughFor(candidate.element.needs, candidate.lost)) continue;
    candidate.is_in = true;
    any = true;
    supply_.AddElement(candidate.element.needs, candidate.lost, candidate.won);
    for (const TokenNumber token : candidate.element.raises) Gather(token);
  }
  return any;
}

std::unique_ptr<const Unfolding> Unfolder::Finish() {
  auto unfolding = std::make_unique<Unfolding>();
  std::vector<TokenNumber> sorted;
  for (TokenNumber token = 0; token < tokens_.size(); ++token) {
    if (gathered_[token]) sorted.push_back(token);
  }
  std::ranges::sort(sorted, [&](TokenNumber a, TokenNumber b) {
    if (tokens_[a].first != tokens_[b].first) return tokens_[a].first < tokens_[b].first;
    return engine_->values().Compare(tokens_[a].second, tokens_[b].second) < 0;
  });
  std::vector<TokenNumber> number(tokens_.size());
  unfolding->token_of_.resize(token_of_.size());
  for (const TokenNumber token : sorted) {
    const auto& [place, value] = tokens_[token];
    number[token] = static_cast<TokenNumber>(unfolding->tokens_.size());
    unfolding->token_of_[place].emplace(value.id, number[token]);
    unfolding->tokens_.push_back({place, value, {}, {}, {}});
  }
  std::vector<UnfoldedElement>& elements = unfolding->elements_;
  for (Candidate& candidate : candidates_) {
    if (!candidate.is_in) continue;
    UnfoldedElement& element = elements.emplace_back(std::move(candidate.element));
    for (auto* tokens : {&element.needs, &element.lowers, &element.raises}) {
      for (TokenNumber& token : *tokens) token = number[token];
    }
  }
  std::ranges::sort(elements, [&](const UnfoldedElement& a, const UnfoldedElement& b) {
    return engine_->CompareElements(a.id, b.id) < 0;
  });
  for (ElementNumber i = 0; i < elements.size(); ++i) {
    unfolding->number_of_.emplace(elements[i].id, i);
    for (const TokenNumber t : elements[i].needs) unfolding->tokens_[t].needed_by.push_back(i);
    for (const TokenNumber t : elements[i].lowers) unfolding->tokens_[t].lowered_by.push_back(i);
    for (const TokenNumber t : elements[i].raises) unfolding->tokens_[t].raised_by.push_back(i);
  }
  return unfolding;
}

std::unique_ptr<const Unfolding> MakeUnfolding(Engine& engine, const UnfoldingLimits& limits) {
  if (!IsPlain(engine)) return nullptr;
  try {
    return Unfolder(&engine, limits).Make();
  } catch (const ModelError&) {
    return nullptr;
  }
}

}  // namespace cpn::reduce
