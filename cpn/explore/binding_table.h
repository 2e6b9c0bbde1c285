// Binding elements compiled for the record layout in use: firing one is an and-not and an or on the
// words of the record for its raw places, and a table look-up for each other place.
//
// Thread safety: const members from any thread while no other member runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cpn/engine/engine.h"
#include "cpn/explore/place_table.h"

namespace cpn::explore {

using BindingIndex = std::uint32_t;

/// Words up to which operations are stored for every word, so that firing has no branches.
constexpr std::size_t kDenseWords = 4;

/// What firing does to a record that has up to kDenseWords words: by word, the bits that go, and
/// those that come. Apart, so that several words fit into one vector register.
struct WordOperations {
  const std::uint64_t* remove;
  const std::uint64_t* add;
};

/// What firing does to one word of a record that has more than kDenseWords words.
struct SparseOperation {
  std::uint64_t remove = 0;
  std::uint64_t add = 0;
  std::uint32_t word = 0;
};

/// A change of a place that is not raw.
struct IdOperation {
  PlaceId place = 0;
  DeltaId delta = 0;
  FieldPosition field;
};

/// A binding is disabled while `place` holds as many of `token`.
struct Inhibition {
  PlaceId place = 0;
  Token token = 0;
  std::uint32_t count = 1;
};

struct Binding {
  BindingElementId element = 0;
  std::uint32_t inhibitions = 0;  ///< first; then their number
  std::uint32_t inhibition_count = 0;
  std::uint32_t effects = 0;  ///< first of its effects
  std::uint32_t effect_count = 0;
  std::uint32_t id_operations = 0;  ///< first; then their number
  std::uint32_t id_operation_count = 0;
  std::uint32_t sparse_operations = 0;
  std::uint32_t sparse_operation_count = 0;
  bool more = false;  ///< the next binding belongs to the same leaf
};

class BindingTable {
 public:
  struct Effect {
    PlaceId place = 0;
    DeltaId delta = 0;
  };

  /// Adds a binding that is not compiled yet.
  BindingIndex Add(BindingElementId element, std::span<const Effect> effects,
                   std::span<const Inhibition> inhibitions);
  void MarkMore(BindingIndex index) { bindings_[index].more = true; }
  /// What the code of a binding depends on.
  struct Target {
    const RecordLayout* layout;
    std::span<const PlaceTable> places;
    std::span<const std::vector<FieldPosition>> slices;  ///< by place, of those in mode kSliced
  };
  /// Compiles what was added since the last call, or everything when the layout changed.
  void Compile(const Target& target, bool everything);

  const Binding& operator[](BindingIndex i) const { return bindings_[i]; }
  std::span<const Effect> EffectsOf(const Binding& b) const {
    return std::span(effects_).subspan(b.effects, b.effect_count);
  }
  std::span<const Inhibition> InhibitionsOf(const Binding& b) const {
    return {inhibitions_.data() + b.inhibitions, b.inhibition_count};
  }
  /// Layouts of up to kDenseWords words; `Words` is their number.
  template <std::size_t Words>
  WordOperations WordOperationsOf(BindingIndex i) const {
    const std::uint64_t* const first = word_operations_.data() + std::size_t{i} * 2 * Words;
    return {first, first + Words};
  }
  std::span<const SparseOperation> SparseOperationsOf(const Binding& b) const {
    return std::span(sparse_operations_).subspan(b.sparse_operations, b.sparse_operation_count);
  }
  std::span<const IdOperation> IdOperationsOf(const Binding& b) const {
    return {id_operations_.data() + b.id_operations, b.id_operation_count};
  }

  std::size_t size() const { return bindings_.size(); }
  void Clear();
  std::size_t memory_bytes() const;

 private:
  void CompileOne(BindingIndex i, const Target& target);
  void CompileSlices(BindingIndex i, const Delta& delta, std::uint32_t slice_tokens,
                     std::span<const FieldPosition> slices);
  /// What the binding does to a field, in bits of the field.
  void AddOperation(BindingIndex i, const FieldPosition& field, std::uint64_t remove,
                    std::uint64_t add);

  std::vector<Binding> bindings_;
  std::vector<Effect> effects_;
  std::vector<Inhibition> inhibitions_;
  std::size_t compiled_ = 0;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> word_operations_;  // of each binding: what goes, then what comes
  std::vector<SparseOperation> sparse_operations_;
  std::vector<IdOperation> id_operations_;
};

}  // namespace cpn::explore
