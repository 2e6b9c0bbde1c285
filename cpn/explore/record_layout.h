// Where the field of each place lies in the packed record of a marking. A place whose marking takes
// several fields has further columns, after those of the places.
//
// Invariants:
//  1. A field lies within one 64-bit word; a record is words() words in registers and bytes() bytes
//     in memory, the last word cut to what it uses.
//  2. bytes() is 4, or at least 8, so that the last word is read and written inside the record.
// Plain data, immutable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace cpn::explore {

/// The marking of one place in a record: a bit mask of tokens, or the id of a place marking.
using Field = std::uint64_t;

struct FieldPosition {
  std::uint32_t word = 0;
  std::uint32_t shift = 0;
  Field mask = 0;  ///< as many ones as the field has bits

  Field Get(const std::uint64_t* record) const { return (record[word] >> shift) & mask; }
  friend bool operator==(const FieldPosition&, const FieldPosition&) = default;
};

class RecordLayout {
 public:
  RecordLayout() = default;
  /// `widths`: bits of each column's field, 0 to 64.
  explicit RecordLayout(std::span<const std::uint32_t> widths);

  const FieldPosition& operator[](std::size_t column) const { return fields_[column]; }
  std::size_t columns() const { return fields_.size(); }
  std::size_t words() const { return words_; }
  std::size_t bytes() const { return bytes_; }
  friend bool operator==(const RecordLayout&, const RecordLayout&) = default;

  /// The field of `column` in a record in memory.
  Field Read(const char* stored, std::size_t column) const {
    const FieldPosition& field = fields_[column];
    std::uint64_t word;
    if (field.word + 1 == words_) {
      word = LoadLast(stored);
    } else {
      std::memcpy(&word, stored + std::size_t{8} * field.word, 8);
    }
    return (word >> field.shift) & field.mask;
  }

  /// Record in memory <-> words. `Words` is words() where it is known at compile time, else 0.
  template <std::size_t Words>
  void Load(const char* from, std::uint64_t* to) const {
    const std::size_t last = (Words != 0 ? Words : words_) - 1;
    for (std::size_t i = 0; i < last; ++i) std::memcpy(to + i, from + 8 * i, 8);
    to[last] = LoadLast(from);
  }
  template <std::size_t Words>
  void Store(const std::uint64_t* from, char* to) const {
    const std::size_t last = (Words != 0 ? Words : words_) - 1;
    for (std::size_t i = 0; i < last; ++i) std::memcpy(to + 8 * i, from + i, 8);
    if (bytes_ < 8) {
      std::memcpy(to, from, 4);
      return;
    }
    // The eight bytes that end with the record, since to copy as many as there are takes a call.
    std::uint64_t word = from[last] << last_shift_;
    if (last > 0) word |= from[last - 1] >> 1 >> (63 - last_shift_);
    std::memcpy(to + bytes_ - 8, &word, 8);
  }
  template <std::size_t Words>
  bool Equal(const char* stored, const std::uint64_t* record) const {
    const std::size_t last = (Words != 0 ? Words : words_) - 1;
    std::uint64_t difference = LoadLast(stored) ^ record[last];
    for (std::size_t i = 0; i < last; ++i) {
      std::uint64_t word;
      std::memcpy(&word, stored + 8 * i, 8);
      difference |= word ^ record[i];
    }
    return difference == 0;
  }

 private:
  /// The last word, read without a byte of the next record: it ends where the record ends.
  std::uint64_t LoadLast(const char* from) const {
    if (bytes_ < 8) {
      std::uint32_t word;
      std::memcpy(&word, from, 4);
      return word;
    }
    std::uint64_t word;
    std::memcpy(&word, from + bytes_ - 8, 8);
    return word >> last_shift_;
  }

  std::vector<FieldPosition> fields_;
  std::size_t words_ = 1;
  std::size_t bytes_ = 4;
  std::uint32_t last_shift_ = 0;
};

/// Translates records from one layout to another, for the columns that keep their field's meaning.
class LayoutChange {
 public:
  /// `keeps`: by column; those that `from` has not are not kept.
  LayoutChange(const RecordLayout& from, const RecordLayout& to, const std::vector<bool>& keeps);

  /// Sets all words of `to`; the fields of the other places become 0.
  void Translate(const std::uint64_t* from, std::uint64_t* to) const {
    for (std::size_t i = 0; i < to_words_; ++i) to[i] = 0;
    for (const Move& move : moves_) {
      const std::uint64_t bits = from[move.from] & move.mask;
      to[move.to] |= move.left ? bits << move.shift : bits >> move.shift;
    }
  }

 private:
  /// Bits of one word that go to one word by one shift.
  struct Move {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t shift = 0;
    bool left = false;
    std::uint64_t mask = 0;
  };
  std::size_t to_words_;
  std::vector<Move> moves_;
};

}  // namespace cpn::explore
