// Replaces the record of a marking by that of the representative of its orbit, by tables: a place
// marking's facts, and the image of a place marking under a permutation, are learnt once.
//
// Invariants:
//  1. The representative does not depend on ids, on workers or on what was learnt before.
//  2. Tables say what fields mean in the place's mode of now; when it leaves mode kRaw, what was
//     learnt about it is learnt again.
// Thread safety: CanonicaliseShared() from any thread, each with its own scratch, while nothing
// is learnt; the rest while no other member runs.
// Source: Clarke, Enders, Filkorn and Jha, "Exploiting symmetry in temporal logic model checking"
// (1996); cpn/symmetry/canonical_form.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "cpn/explore/successor_tables.h"
#include "cpn/symmetry/canonical_form.h"
#include "cpn/symmetry/symmetry.h"
#include "cpn/values/id_table.h"

namespace cpn::explore {

class Orbits {
 public:
  enum class Outcome : std::uint8_t {
    kDone,
    kMiss,         ///< something must be learnt; the record is as it was
    kStaleLayout,  ///< the layout must change first; the record is as it was
  };

  /// What one worker needs.
  struct Scratch {
    explicit Scratch(const symmetry::Symmetry* symmetry) : form(&symmetry->group()) {}
    symmetry::CanonicalForm form;
    std::vector<const symmetry::PlaceFacts*> facts;
    std::vector<Field> images;
  };

  /// Both must outlive it.
  Orbits(const symmetry::Symmetry* symmetry, SuccessorTables* tables);

  const symmetry::Symmetry& symmetry() const { return *symmetry_; }

  /// Makes `record` its representative. Never kStaleLayout. Throws symmetry::EffortExceeded.
  Outcome CanonicaliseShared(std::uint64_t* record, Scratch& scratch) const;
  /// Never kMiss. Throws symmetry::EffortExceeded.
  Outcome CanonicaliseExclusive(std::uint64_t* record, Scratch& scratch);

  /// The number of markings in the orbit of `record`; nothing when it does not fit.
  std::optional<std::uint64_t> OrbitSize(const std::uint64_t* record, Scratch& scratch);

 private:
  struct Image {
    Field from = 0;
    std::uint32_t permutation = 0;
    Field to = 0;
  };
  /// Of a place whose type permutations move.
  struct PlaceMemo {
    PlaceId place = 0;
    ColourSetId type = 0;
    PlaceTable::Mode mode = PlaceTable::Mode::kRaw;  ///< that the fields are of
    std::vector<Field> known;                        ///< parallel to facts
    std::vector<std::unique_ptr<symmetry::PlaceFacts>> facts;
    IdTable facts_index;
    std::vector<Image> images;
    IdTable image_index;
  };

  static std::uint64_t HashImage(Field from, std::uint32_t permutation);
  const symmetry::PlaceFacts* FindFacts(const PlaceMemo& memo, Field field) const;
  const symmetry::PlaceFacts* LearnFacts(PlaceMemo& memo, Field field);
  std::uint32_t FindPermutation(const symmetry::Permutation& permutation) const;
  std::uint32_t LearnPermutation(const symmetry::Permutation& permutation);
  const Image* FindImage(const PlaceMemo& memo, Field from, std::uint32_t permutation) const;
  /// Nothing: the layout must change first.
  const Image* LearnImage(PlaceMemo& memo, Field from, std::uint32_t permutation);
  /// Facts of all places of the record into scratch.facts; false: some are not known.
  bool FindAllFacts(const std::uint64_t* record, Scratch& scratch) const;
  void LearnAllFacts(const std::uint64_t* record, Scratch& scratch);
  void Replace(std::uint64_t* record, const Scratch& scratch) const;
  Field FieldIn(const std::uint64_t* record, PlaceId place) const {
    return tables_->layout()[place].Get(record);
  }
  void ForgetIfTooMuch();

  const symmetry::Symmetry* symmetry_;
  SuccessorTables* tables_;
  std::vector<PlaceMemo> memos_;
  std::vector<symmetry::Permutation> permutations_;
  IdTable permutation_index_;
  std::size_t learnt_ = 0;  // facts and images
};

}  // namespace cpn::explore
