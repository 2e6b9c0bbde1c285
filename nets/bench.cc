#include "nets/bench.h"

#include <algorithm>
#include <cassert>

namespace nets {
namespace {

constexpr std::size_t kMemoBytes = std::size_t{64} << 20;

const cpn::ctl::Property& PropertyOf(const cpn::lua::LuaModel& model, const std::string& name) {
  const auto found = std::ranges::find(model.properties(), name, &cpn::ctl::Property::name);
  assert(found != model.properties().end());
  return *found;
}

}  // namespace

Bench::Bench(const BenchOptions& options)
    : model_(options.load()),
      rule_(&model_->engine(), options.machines),
      memo_(&model_->state_functions(), &model_->net(), &model_->multisets(), kMemoBytes) {
  for (const std::string& name : options.properties) {
    monitors_.emplace_back(model_->engine(), memo_, PropertyOf(*model_, name));
  }
}

Element& Bench::At(cpn::BindingElementId id) {
  if (id >= elements_.size()) elements_.resize(id + std::size_t{1});
  Element& element = elements_[id];
  if (!element.named) {
    const std::string text = engine().FormatElement(id);
    element.binding =
        text.substr(engine().net().transitions()[engine().Element(id).transition].name.size() + 1);
    element.machine = MachineOf(id);
    element.named = true;
  }
  return element;
}

std::uint32_t Bench::MachineOf(cpn::BindingElementId id) {
  std::string name = rule_.NameOf(id);
  const auto [found, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(machines_.size()));
  if (is_new) machines_.push_back(std::move(name));
  return found->second;
}

std::unique_ptr<Bench> Benches::Take() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<Bench> bench = std::move(free_.back());
      free_.pop_back();
      return bench;
    }
  }
  return std::make_unique<Bench>(options_);
}

void Benches::PutBack(std::unique_ptr<Bench> bench) {
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(bench));
}

void Benches::Stop(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  if (!error_) error_ = std::move(error);
  stopped_ = true;
}

std::exception_ptr Benches::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

}  // namespace nets
