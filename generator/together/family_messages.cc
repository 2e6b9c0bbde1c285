#include "generator/together/family_messages.h"

namespace generator {

using cpn::distributed::BadBytes;
using cpn::distributed::ByteReader;
using cpn::distributed::ByteWriter;

void FamilyWriter::Family(CaseFamily family) {
  Tell(family);
  said_.Number(family.id);
}

void FamilyWriter::Tell(CaseFamily family) {
  const auto is_told = [&](CaseFamily f) {
    return CaseFamilies::IsTerminal(f) || (f.id < told_.size() && told_[f.id]);
  };
  waiting_.assign(1, family);
  while (!waiting_.empty()) {
    const CaseFamily next = waiting_.back();
    if (is_told(next)) {
      waiting_.pop_back();
      continue;
    }
    const CaseFamilies::Parts parts = families_->PartsOf(next);
    if (!is_told(parts.with)) waiting_.push_back(parts.with);
    if (!is_told(parts.without)) waiting_.push_back(parts.without);
    if (waiting_.back() != next) continue;
    waiting_.pop_back();
    if (next.id >= told_.size()) told_.resize(families_->size(), false);
    told_[next.id] = true;
    ++nodes_;
    for (const std::uint32_t n : {next.id, parts.item, parts.without.id, parts.with.id}) {
      definitions_.Number(n);
    }
  }
}

std::vector<char> FamilyWriter::Take() {
  ByteWriter out;
  out.Number(nodes_);
  out.Append(definitions_);
  out.Append(said_);
  definitions_.Clear();
  said_.Clear();
  nodes_ = 0;
  return out.Take();
}

void FamilyReader::Begin(std::span<const char> message) {
  in_ = ByteReader(message);
  for (std::uint64_t left = in_.Number(); left > 0; --left) {
    const std::uint32_t id = in_.Small();
    const CaseFamilies::Item item = in_.Small();
    const CaseFamily without = Known(in_.Small());
    const CaseFamily with = Known(in_.Small());
    if (id >= known_.size()) known_.resize(std::size_t{id} + 1 + id / 2);
    known_[id] = families_->Join({item, without, with});
  }
}

CaseFamily FamilyReader::Known(std::uint32_t id) const {
  if (CaseFamilies::IsTerminal(CaseFamily{id})) return CaseFamily{id};
  if (id >= known_.size() || known_[id] == CaseFamily{}) throw BadBytes();
  return known_[id];
}

}  // namespace generator
