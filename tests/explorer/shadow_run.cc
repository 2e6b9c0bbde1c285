#include "tests/explorer/shadow_run.h"

#include <algorithm>
#include <cstddef>

namespace explorer_test {

ShadowRun::ShadowRun(const std::string& model) : model_(cpn::lua::LuaModel::Load(model)) {}

cpn::Marking ShadowRun::marking() {
  cpn::Marking marking = model_->engine().InitialMarking();
  for (const cpn::BindingElementId step : steps_) model_->engine().Occur(marking, step);
  return marking;
}

std::vector<std::string> ShadowRun::Enabled() {
  std::vector<std::string> texts;
  for (const cpn::BindingElementId element : model_->engine().Enabled(marking())) {
    texts.push_back(model_->engine().FormatElement(element));
  }
  return texts;
}

std::string ShadowRun::Tokens(const std::string& place) {
  const auto id = model_->net().FindPlace(place);
  return id ? model_->multisets().Format(marking()[*id]) : "no such place";
}

std::string ShadowRun::Label() {
  return steps_.empty() ? "start" : model_->engine().FormatElement(steps_.back());
}

void ShadowRun::Fire(std::size_t choice) {
  const auto enabled = model_->engine().Enabled(marking());
  Steps to = steps_;
  to.push_back(enabled[choice]);
  Steps& tried = tried_[steps_];
  if (std::find(tried.begin(), tried.end(), to.back()) == tried.end()) tried.push_back(to.back());
  GoTo(to);
}

void ShadowRun::Back() {
  if (!steps_.empty()) GoTo(Steps(steps_.begin(), steps_.end() - 1));
}

void ShadowRun::Forward() {
  const auto next = forward_.find(steps_);
  if (next == forward_.end()) return;
  Steps to = steps_;
  to.push_back(next->second);
  GoTo(to);
}

void ShadowRun::End() {
  while (forward_.contains(steps_)) Forward();
}

void ShadowRun::Branch() {
  Steps to = steps_;
  to.pop_back();
  const Steps& tried = tried_.at(to);
  const auto here = std::find(tried.begin(), tried.end(), steps_.back());
  to.push_back(here + 1 == tried.end() ? tried.front() : *(here + 1));
  GoTo(to);
}

void ShadowRun::GoTo(const Steps& steps) {
  steps_ = steps;
  Steps way;
  for (const cpn::BindingElementId step : steps_) {
    forward_[way] = step;
    way.push_back(step);
  }
}

}  // namespace explorer_test
