#include "generator/orbits/orbit_items.h"

#include <fmt/format.h>

#include <set>

#include "cpn/explore/unfold.h"

namespace generator {

using cpn::symmetry::Permutation;

OrbitItems::OrbitItems(const cpn::Engine* engine, const cpn::symmetry::Symmetry* symmetry,
                       Observer* observer)
    : engine_(engine), symmetry_(symmetry), observer_(observer) {
  Intern(symmetry->group().Identity());
}

OrbitItems::Key OrbitItems::KeyOf(const Element& element) {
  Key key{element.transition};
  for (const cpn::Value value : element.binding) key.push_back(value.id);
  return key;
}

OrbitItems::Element OrbitItems::ImageOf(const Permutation& permutation,
                                        const Element& element) const {
  return {element.transition, cpn::explore::ImageOf(*symmetry_, permutation,
                                                    {element.transition, element.binding, {}})};
}

OrbitItems::Orbit OrbitItems::OrbitOf(cpn::BindingElement element) const {
  Orbit orbit{{element.transition, {element.binding.begin(), element.binding.end()}}};
  std::set<Key> seen{KeyOf(orbit.front())};
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    for (const cpn::symmetry::Group::Generator& generator : symmetry_->group().generators()) {
      Element image = ImageOf(generator.permutation, orbit[i]);
      if (seen.insert(KeyOf(image)).second) orbit.push_back(std::move(image));
    }
    if (items_.size() + orbit.size() <= kMost) continue;
    const cpn::Transition& transition = symmetry_->net().transitions()[element.transition];
    throw cpn::symmetry::EffortExceeded(fmt::format(
        "--reduce symmetry: with all exchanges of symmetric values there are more than {} binding "
        "elements to observe, such as those of {}; generate without it",
        kMost, transition.name));
  }
  return orbit;
}

void OrbitItems::Keep(const Orbit& orbit) {
  std::vector<LabelId> labels;
  LabelId least = kSilent;
  for (const Element& element : orbit) {
    const LabelId label = observer_->Observe({element.transition, element.binding, {}});
    labels.push_back(label);
    if (label != kSilent && (least == kSilent || label < least)) least = label;
  }
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    std::optional<OrbitItem>& item = known_[KeyOf(orbit[i])];
    if (least == kSilent) continue;
    item = static_cast<OrbitItem>(items_.size());
    items_.push_back(orbit[i]);
    labels_.push_back(labels[i]);
    labels_in_orbits_.push_back(least);
  }
}

std::optional<OrbitItem> OrbitItems::Of(cpn::BindingElementId id) {
  const cpn::BindingElement element = engine_->Element(id);
  if (!observer_->CanObserve(element.transition)) return std::nullopt;
  const Key key = KeyOf({element.transition, {element.binding.begin(), element.binding.end()}});
  if (!known_.contains(key)) Keep(OrbitOf(element));
  return known_.at(key);
}

std::vector<OrbitItem> OrbitItems::Classes() {
  std::vector<PermutationId> generators;
  for (const cpn::symmetry::Group::Generator& generator : symmetry_->group().generators()) {
    generators.push_back(Intern(generator.permutation));
  }
  // Classes are refined by those of the images until no more come.
  std::vector<OrbitItem> class_of(labels_.begin(), labels_.end());
  for (std::size_t classes = 0;;) {
    std::map<Key, OrbitItem> numbers;
    std::vector<OrbitItem> finer;
    for (OrbitItem item = 0; item < items_.size(); ++item) {
      Key key{class_of[item]};
      for (const PermutationId generator : generators) {
        key.push_back(class_of[Image(generator, item)]);
      }
      finer.push_back(
          numbers.emplace(std::move(key), static_cast<OrbitItem>(numbers.size())).first->second);
    }
    class_of = std::move(finer);
    if (numbers.size() == classes) return class_of;
    classes = numbers.size();
  }
}

PermutationId OrbitItems::Intern(const Permutation& permutation) {
  const auto [entry, is_new] =
      permutation_ids_.emplace(Key(permutation.begin(), permutation.end()),
                               static_cast<PermutationId>(permutations_.size()));
  if (is_new) permutations_.push_back(permutation);
  return entry->second;
}

OrbitItem OrbitItems::Image(PermutationId permutation, OrbitItem item) {
  if (permutation == kIdentity) return item;
  const std::uint64_t key = (std::uint64_t{permutation} << 32) | item;
  const auto found = images_.find(key);
  if (found != images_.end()) return found->second;
  const OrbitItem image = *known_.at(KeyOf(ImageOf(permutations_[permutation], items_[item])));
  images_.emplace(key, image);
  return image;
}

}  // namespace generator
