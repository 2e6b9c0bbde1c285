// What an Encoder of another rank wrote, as records in the layout of this one.
//
// Numbers of the sender are looked up in arrays. Places whose numbers are the same on both sides,
// as after a common beginning, are not looked up at all: their fields are moved, word by word.
//
// Invariant: what a Decoder knows is by the sender's numbers, which never change their meaning, but
// when a place leaves mode kRaw; then the sender's layout says so.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "cpn/distributed/bytes.h"
#include "cpn/distributed/structure.h"
#include "cpn/explore/successor_tables.h"

namespace cpn::distributed {

class Decoder {
 public:
  /// `tables` must outlive it. `change_layout` is called when they need another layout, which it
  /// gives them.
  Decoder(explore::SuccessorTables* tables, std::function<void()> change_layout);

  /// The sender's numbers are those of the tables now, for all that they know.
  void AssumeSameNumbers();
  /// Reads a message; returns its records, one after the other, in the layout that the tables have
  /// when it returns. Valid until the next call. Throws BadBytes and ModelError.
  std::span<const std::uint64_t> Read(ByteReader& in);

 private:
  static constexpr std::uint32_t kUnknown = 0xffffffff;

  struct Place {
    bool raw = true;                                                 // at the sender
    bool same_tokens = true;                                         // all that are known
    bool same_ids = true;                                            // likewise
    std::vector<explore::Token> tokens;                              // here, by the sender's
    std::vector<std::optional<MultiSet>> sets;                       // by the sender's id
    std::vector<explore::Field> fields;                              // here, of these
    bool fields_raw = true;                                          // what the fields are
    std::unordered_map<std::uint64_t, explore::Field> ids_of_masks;  // raw there, an id here
  };

  void ReadLayout(ByteReader& in);
  void ReadTokens(ByteReader& in);
  void ReadMarkings(ByteReader& in);
  bool IsRawHere(PlaceId p) const {
    return tables_->place(p).mode() == explore::PlaceTable::Mode::kRaw;
  }
  void EncodeMarkings();
  void EncodeMasks(const char* records, std::uint64_t count);
  explore::Field EncodeMask(PlaceId p, std::uint64_t mask);
  void WidenFields();
  void ChangeLayout();
  std::uint64_t MapMask(const Place& place, std::uint64_t mask) const;
  explore::Field Map(PlaceId p, explore::Field field) const;
  void Translate(const char* records, std::uint64_t count);

  explore::SuccessorTables* tables_;
  std::function<void()> change_layout_;
  explore::RecordLayout layout_;  // the sender's
  ToldReader colours_;
  std::vector<Place> places_;
  struct Defined {
    PlaceId place = 0;
    std::uint32_t id = 0;
  };
  std::vector<Defined> defined_;  // by the message that is being read
  std::vector<MultiSetEntry> entries_;
  std::vector<std::uint64_t> from_;
  std::vector<std::uint64_t> records_;
};

}  // namespace cpn::distributed
