#include "cpn/explore/binding_table.h"

#include <algorithm>

namespace cpn::explore {

BindingIndex BindingTable::Add(BindingElementId element, std::span<const Effect> effects,
                               std::span<const Inhibition> inhibitions) {
  Binding binding;
  binding.element = element;
  binding.effects = static_cast<std::uint32_t>(effects_.size());
  binding.effect_count = static_cast<std::uint32_t>(effects.size());
  effects_.insert(effects_.end(), effects.begin(), effects.end());
  binding.inhibitions = static_cast<std::uint32_t>(inhibitions_.size());
  binding.inhibition_count = static_cast<std::uint32_t>(inhibitions.size());
  inhibitions_.insert(inhibitions_.end(), inhibitions.begin(), inhibitions.end());
  bindings_.push_back(binding);
  return static_cast<BindingIndex>(bindings_.size() - 1);
}

void BindingTable::Compile(const RecordLayout& layout, std::span<const PlaceTable> places,
                           bool everything) {
  if (everything) {
    compiled_ = 0;
    word_operations_.clear();
    sparse_operations_.clear();
    id_operations_.clear();
    words_ = layout.words();
  }
  if (words_ <= kDenseWords) word_operations_.resize(bindings_.size() * words_);
  for (; compiled_ < bindings_.size(); ++compiled_) {
    CompileOne(static_cast<BindingIndex>(compiled_), layout, places);
  }
}

void BindingTable::CompileOne(BindingIndex i, const RecordLayout& layout,
                              std::span<const PlaceTable> places) {
  Binding& binding = bindings_[i];
  binding.id_operations = static_cast<std::uint32_t>(id_operations_.size());
  binding.sparse_operations = static_cast<std::uint32_t>(sparse_operations_.size());
  for (const Effect& effect : EffectsOf(binding)) {
    const FieldPosition& field = layout[effect.place];
    const PlaceTable& place = places[effect.place];
    if (place.mode() != PlaceTable::Mode::kRaw) {
      id_operations_.push_back({effect.place, effect.delta, field});
      continue;
    }
    const Delta& delta = place.delta(effect.delta);
    const std::uint64_t remove = (delta.remove & field.mask) << field.shift;
    const std::uint64_t add = delta.add << field.shift;
    if (words_ <= kDenseWords) {
      WordOperation& operation = word_operations_[std::size_t{i} * words_ + field.word];
      operation.remove |= remove;
      operation.add |= add;
      continue;
    }
    const auto mine = std::span(sparse_operations_).subspan(binding.sparse_operations);
    const auto at = std::ranges::find(mine, field.word, &SparseOperation::word);
    if (at != mine.end()) {
      at->remove |= remove;
      at->add |= add;
    } else {
      sparse_operations_.push_back({remove, add, field.word});
    }
  }
  binding.id_operation_count =
      static_cast<std::uint32_t>(id_operations_.size()) - binding.id_operations;
  binding.sparse_operation_count =
      static_cast<std::uint32_t>(sparse_operations_.size()) - binding.sparse_operations;
}

void BindingTable::Clear() {
  bindings_ = {};
  effects_ = {};
  inhibitions_ = {};
  compiled_ = 0;
  word_operations_ = {};
  sparse_operations_ = {};
  id_operations_ = {};
}

std::size_t BindingTable::memory_bytes() const {
  return bindings_.capacity() * sizeof(Binding) + effects_.capacity() * sizeof(Effect) +
         word_operations_.capacity() * sizeof(WordOperation) +
         sparse_operations_.capacity() * sizeof(SparseOperation) +
         id_operations_.capacity() * sizeof(IdOperation);
}

}  // namespace cpn::explore
