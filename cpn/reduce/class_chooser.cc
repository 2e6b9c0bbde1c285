#include "cpn/reduce/class_chooser.h"

#include <algorithm>
#include <limits>

namespace cpn::reduce {
namespace {

constexpr ClassId kUnknownClass = std::numeric_limits<ClassId>::max();

/// A canonical order of sets, to choose one of several that are as good.
bool ComesBefore(const BitSet& a, const BitSet& b) {
  for (std::size_t w = 0; w < a.words(); ++w) {
    if (a.word(w) != b.word(w)) return a.word(w) < b.word(w);
  }
  return false;
}

}  // namespace

ClassChooser::ClassChooser(const Dependencies* dependencies)
    : dependencies_(dependencies),
      tokens_(dependencies->engine().net().places().size()),
      matches_(dependencies->size()),
      takers_(tokens_.size()),
      enabled_(dependencies->size(), 0),
      set_(dependencies->size()),
      best_(dependencies->size()),
      candidate_(dependencies->size()),
      best_remedies_(dependencies->size()) {
  for (ClassId c = 0; c < matches_.size(); ++c) matches_[c].resize(dependencies->Reasons(c).size());
}

ClassId ClassChooser::ClassOf(BindingElementId element) {
  if (element >= class_of_.size()) class_of_.resize(element + element / 2 + 1, kUnknownClass);
  ClassId& known = class_of_[element];
  if (known == kUnknownClass) {
    known = dependencies_->classes().Of(dependencies_->engine().Element(element));
  }
  return known;
}

const std::vector<bool>& ClassChooser::Choose(std::span<const BindingElementId> enabled,
                                              const TokenView& marking) {
  chosen_.assign(enabled.size(), true);
  if (enabled.size() < 2) return chosen_;
  marking_ = &marking;
  ++stamp_;
  classes_.clear();
  enabled_classes_.clear();
  for (const BindingElementId element : enabled) {
    const ClassId c = ClassOf(element);
    classes_.push_back(c);
    if (enabled_[c]++ == 0) enabled_classes_.push_back(c);
  }
  std::ranges::sort(enabled_classes_);
  allowed_ = dependencies_->UpToLevel(dependencies_->classes().all()[classes_.front()].level);
  auto fewest = static_cast<std::uint32_t>(enabled.size());
  bool all = true;
  for (const ClassId seed : enabled_classes_) {
    const std::uint32_t count = Close(seed, fewest);
    if (count >= fewest) continue;
    fewest = count;
    all = false;
    std::swap(best_, set_);
    if (fewest == 1) break;
  }
  for (const ClassId c : enabled_classes_) enabled_[c] = 0;
  if (all) return chosen_;
  for (std::size_t i = 0; i < classes_.size(); ++i) chosen_[i] = best_.Has(classes_[i]);
  return chosen_;
}

std::uint32_t ClassChooser::Close(ClassId seed, std::uint32_t limit) {
  set_.Clear();
  waiting_.assign(1, seed);
  set_.Add(seed);
  count_ = enabled_[seed];
  while (!waiting_.empty() && count_ < limit) {
    const ClassId c = waiting_.back();
    waiting_.pop_back();
    Include(enabled_[c] > 0 ? dependencies_->OfEnabled(c) : RemediesOf(c));
  }
  return count_;
}

void ClassChooser::Include(const BitSet& more) {
  for (std::size_t w = 0; w < set_.words(); ++w) {
    std::uint64_t fresh = more.word(w) & allowed_.word(w) & ~set_.word(w);
    set_.word(w) |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      const auto c =
          static_cast<ClassId>(w * 64 + static_cast<std::size_t>(std::countr_zero(fresh)));
      count_ += enabled_[c];
      waiting_.push_back(c);
    }
  }
}

std::uint32_t ClassChooser::Additions(const BitSet& set) const {
  std::uint32_t additions = 0;
  for (std::size_t w = 0; w < set.words(); ++w) {
    additions +=
        static_cast<std::uint32_t>(std::popcount(set.word(w) & allowed_.word(w) & ~set_.word(w)));
  }
  return additions;
}

const BitSet& ClassChooser::RemediesOf(ClassId c) {
  const std::vector<Reason>& reasons = dependencies_->Reasons(c);
  const BitSet* best = &dependencies_->AllRemedies(c);
  std::uint32_t fewest = Additions(*best);
  for (std::size_t i = 0; i < reasons.size() && fewest > 0; ++i) {
    if (!IsMissing(c, i)) continue;
    const BitSet* remedies = &reasons[i].remedies;
    if (reasons[i].touch->kind == Touch::Kind::kInhibitor) {
      LookAtInhibitor(*reasons[i].touch);
      remedies = &candidate_;
    }
    const std::uint32_t additions = Additions(*remedies);
    if (additions >= fewest) continue;
    fewest = additions;
    if (remedies == &candidate_) {
      best_remedies_ = candidate_;
      remedies = &best_remedies_;
    }
    best = remedies;
  }
  return *best;
}

bool ClassChooser::IsMissing(ClassId c, std::size_t reason) {
  const Touch& touch = *dependencies_->Reasons(c)[reason].touch;
  const std::span<const std::uint32_t> tokens = TokensOf(touch.place);
  if (touch.kind == Touch::Kind::kInhibitor) return !tokens.empty();
  if (touch.shape.kind == Shape::Kind::kAny) return tokens.empty();
  std::vector<std::int8_t>& matches = matches_[c][reason];
  for (const std::uint32_t token : tokens) {
    if (token >= matches.size()) matches.resize(token + 1, -1);
    if (matches[token] < 0) {
      matches[token] = MayMatch(touch.shape, marking_->ValueOf(touch.place, token),
                                dependencies_->engine().values())
                           ? 1
                           : 0;
    }
    if (matches[token] != 0) return false;
  }
  return true;
}

void ClassChooser::LookAtInhibitor(const Touch& touch) {
  std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint32_t token : TokensOf(touch.place)) {
    const BitSet& takers = Takers(touch.place, token);
    const std::uint32_t additions = Additions(takers);
    if (additions > fewest || (additions == fewest && !ComesBefore(takers, candidate_))) continue;
    fewest = additions;
    candidate_ = takers;
  }
}

const BitSet& ClassChooser::Takers(PlaceId place, std::uint32_t token) {
  std::vector<BitSet>& known = takers_[place];
  if (token >= known.size()) known.resize(token + 1);
  if (known[token].words() == 0) {
    known[token] = BitSet(dependencies_->size());
    const Value value = marking_->ValueOf(place, token);
    const auto& classes = dependencies_->classes().all();
    for (ClassId c = 0; c < classes.size(); ++c) {
      for (const Touch& touch : classes[c].touches) {
        if (touch.place == place && touch.Removes() &&
            MayMatch(touch.shape, value, dependencies_->engine().values())) {
          known[token].Add(c);
        }
      }
    }
  }
  return known[token];
}

std::span<const std::uint32_t> ClassChooser::TokensOf(PlaceId place) {
  PlaceTokens& known = tokens_[place];
  if (known.stamp != stamp_) {
    known.stamp = stamp_;
    known.tokens.clear();
    marking_->AppendTokens(place, known.tokens);
  }
  return known.tokens;
}

}  // namespace cpn::reduce
