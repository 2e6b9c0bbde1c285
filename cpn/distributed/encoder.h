// Markings of one rank as bytes for one receiver: another rank, or a checkpoint.
//
// How it works: a message has the sender's records as they lie in its memory, and before them what
// they are made of and the receiver has not been told yet: where the fields lie, tokens (colours in
// structural encoding), place markings that have ids. From then on the sender's numbers say it.
//
// A message: Layout? Token* PlaceMarking* Record*, each with its number first.
//   Layout       1, then for each place the field's bits, twice that number, plus 1 when it is raw
//   Token        place, token, colour as a ToldWriter writes it
//   PlaceMarking place, id, number of entries, (token, count)*
// Invariant: all records of a message are in one layout; who changes the layout takes the message
// before, and calls UseLayout() after.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/distributed/bytes.h"
#include "cpn/distributed/structure.h"
#include "cpn/explore/successor_tables.h"

namespace cpn::distributed {

class Encoder {
 public:
  /// `tables` must outlive it.
  explicit Encoder(const explore::SuccessorTables* tables);

  /// The receiver knows all that the tables know now, under the same numbers.
  void AssumeAllKnown();
  /// Requires that no record is waiting.
  void UseLayout();
  void Add(const std::uint64_t* record);
  std::uint64_t records() const { return records_; }
  /// Bytes of the message so far, about.
  std::size_t size() const { return definitions_.size() + tokens_.size() + bytes_.size(); }
  /// Appends the message to `out` and begins a new one.
  void Take(ByteWriter& out);

 private:
  struct Place {
    std::vector<bool> tokens;    // told, by token
    std::size_t raw_tokens = 0;  // of a raw place: told are those below
    std::vector<bool> markings;  // told, by id
  };

  void DefineMarking(PlaceId place, explore::Field id);
  void DefineToken(PlaceId place, explore::Token token);
  void DefineRawTokens();

  const explore::SuccessorTables* tables_;
  ToldWriter colours_;
  std::vector<Place> places_;
  std::vector<PlaceId> raw_;
  std::vector<PlaceId> with_ids_;
  bool layout_is_new_ = true;
  std::uint64_t records_ = 0;
  std::uint64_t token_count_ = 0;
  std::uint64_t definition_count_ = 0;
  ByteWriter tokens_;
  ByteWriter definitions_;
  ByteWriter bytes_;
};

}  // namespace cpn::distributed
