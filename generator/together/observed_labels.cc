#include "generator/together/observed_labels.h"

#include <algorithm>
#include <string>

#include "cpn/distributed/bytes.h"
#include "cpn/distributed/structure.h"

namespace generator {
namespace {

using cpn::distributed::ByteReader;
using cpn::distributed::ByteWriter;

constexpr std::uint64_t kNever = ~std::uint64_t{0};

struct LabelOfRank {
  std::uint64_t first = kNever;
  std::size_t rank = 0;
  std::size_t number = 0;  // there
  std::vector<Observation> observed;
};

void ReadLabels(const std::vector<char>& bytes, std::size_t rank, cpn::ValueStore& values,
                std::vector<LabelOfRank>& labels) {
  ByteReader in(bytes);
  const std::uint64_t count = in.Number();
  for (std::size_t number = 0; number < count; ++number) {
    LabelOfRank& label = labels.emplace_back(LabelOfRank{in.Number(), rank, number, {}});
    for (std::uint64_t left = in.Number(); left > 0; --left) {
      Observation& observation = label.observed.emplace_back();
      observation.kind = static_cast<cpn::lua::ObservationKind>(in.Number());
      observation.name = std::string(in.Text());
      observation.fields = cpn::distributed::ReadValue(values, in);
    }
  }
}

}  // namespace

ObservedLabels::ObservedLabels(cpn::distributed::Rank& rank, cpn::lua::LuaModel& model,
                               cpn::lua::TestSpecification& specification)
    : rank_(rank), observer_(model, specification), end_(model, specification), first_{kNever} {}

bool ObservedLabels::IsEnd(cpn::NodeId node) {
  return end_.IsInMarking([&](cpn::PlaceId place) { return rank_.MarkingOf(node, place); });
}

std::uint32_t ObservedLabels::LabelOf(cpn::BindingElementId element, cpn::NodeId source,
                                      std::uint32_t index) {
  const LabelId label = observer_.LabelOf(element);
  if (label >= first_.size()) first_.resize(label + 1, kNever);
  first_[label] = std::min(first_[label], std::uint64_t{source} << 32 | index);
  return WithRank(label, rank_.transport().rank(), rank_.transport().ranks());
}

std::vector<char> ObservedLabels::Bytes() const {
  ByteWriter out;
  out.Number(first_.size());
  for (LabelId label = 0; label < first_.size(); ++label) {
    const std::vector<ObservationId>& observed = observer_.labels()[label];
    out.Number(first_[label]);
    out.Number(observed.size());
    for (const ObservationId id : observed) {
      const Observation& observation = observer_.observations()[id];
      out.Number(static_cast<std::uint64_t>(observation.kind));
      out.Text(observation.name);
      cpn::distributed::WriteValue(rank_.engine().values(), observation.fields, out);
    }
  }
  return out.Take();
}

LabelsOfRanks::LabelsOfRanks(const std::vector<std::vector<char>>& of_ranks,
                             cpn::ValueStore& values) {
  std::vector<LabelOfRank> labels;
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank) {
    const std::size_t before = labels.size();
    ReadLabels(of_ranks[rank], rank, values, labels);
    numbers_.emplace_back(labels.size() - before, kSilent);
  }
  std::ranges::sort(labels, {}, &LabelOfRank::first);
  for (const LabelOfRank& label : labels) {
    numbers_[label.rank][label.number] = table_.Intern(label.observed);
  }
}

}  // namespace generator
