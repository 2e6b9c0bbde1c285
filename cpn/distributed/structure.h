// Colours and multi-sets as bytes, and hashes of colours and markings by what they are and not by
// their numbers: the same in every process.
//
// Thread safety: none, one per rank.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/distributed/bytes.h"
#include "cpn/values/multiset.h"
#include "cpn/values/value.h"

namespace cpn::distributed {

void WriteValue(const ValueStore& values, Value value, ByteWriter& out);
/// What WriteValue() wrote, in a store of any process. Throws BadBytes, ModelError when it is too
/// large for the store.
Value ReadValue(ValueStore& values, ByteReader& in);

void WriteMultiSet(const ValueStore& values, const MultiSetStore& multisets, MultiSet set,
                   ByteWriter& out);
/// What WriteMultiSet() wrote. Throws as ReadValue().
MultiSet ReadMultiSet(ValueStore& values, MultiSetStore& multisets, ByteReader& in);

/// Writes colours for one reader, a ToldReader: what it has told once, whole or as a part of
/// another colour, it names by a number from then on. So a list of which the reader knows all but
/// one element costs a number for each element.
class ToldWriter {
 public:
  /// `values` must outlive it.
  explicit ToldWriter(const ValueStore* values) : values_(values) {}
  void Write(Value value, ByteWriter& out);

 private:
  const ValueStore* values_;
  std::vector<std::uint32_t> numbers_;  // by value; 0: the reader does not know it
  std::uint32_t told_ = 0;
};

/// Reads all that one ToldWriter wrote, in the order in which it was written.
class ToldReader {
 public:
  /// `values` must outlive it.
  explicit ToldReader(ValueStore* values) : values_(values) {}
  /// Throws as ReadValue().
  Value Read(ByteReader& in);

 private:
  ValueStore* values_;
  std::vector<Value> told_;   // by the writer's number, less 1
  std::vector<Value> parts_;  // of the colours that are being read, the innermost last
};

/// Hashes of colours, computed once for each.
class ValueHashes {
 public:
  /// `values` must outlive it.
  explicit ValueHashes(const ValueStore* values) : values_(values) {}
  std::uint64_t Of(Value value);

 private:
  std::uint64_t Compute(Value value);

  const ValueStore* values_;
  std::vector<std::uint64_t> known_;  // by value; 0: not known
};

}  // namespace cpn::distributed
