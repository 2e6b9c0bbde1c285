#include "cpn/lua/testing.h"

namespace cpn::lua::testing {

std::unique_ptr<LuaModel> ModelFolder::Load(const LoadOptions& options) const {
  return LuaModel::Load(path(), options);
}

std::string ModelFolder::Text(const ModelError& error) const {
  std::string text = error.what();
  const std::string prefix = path().string() + '/';
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
    text.erase(at, prefix.size());
  }
  return text;
}

std::string ModelFolder::LoadError(const LoadOptions& options) const {
  try {
    Load(options);
    return "";
  } catch (const ModelError& e) {
    return Text(e);
  }
}

std::unique_ptr<LuaModel> LoadText(const std::string& text, const LoadOptions& options) {
  return ModelFolder(text).Load(options);
}

std::string LoadErrorOf(const std::string& text, const LoadOptions& options) {
  return ModelFolder(text).LoadError(options);
}

std::string StepErrorOf(const std::string& text, const LoadOptions& options) {
  const ModelFolder folder(text);
  const auto model = folder.Load(options);
  try {
    Successors(*model);
    return "";
  } catch (const ModelError& e) {
    return folder.Text(e);
  }
}

std::vector<std::string> EnabledOf(LuaModel& model) {
  std::vector<std::string> elements;
  const Marking marking = model.engine().InitialMarking();
  for (BindingElementId id : model.engine().Enabled(marking)) {
    elements.push_back(model.engine().FormatElement(id));
  }
  return elements;
}

std::vector<std::string> Successors(LuaModel& model) {
  std::vector<std::string> markings;
  Engine& engine = model.engine();
  const Marking initial = engine.InitialMarking();
  const auto enabled = engine.Enabled(initial);
  for (BindingElementId id : std::vector<BindingElementId>(enabled.begin(), enabled.end())) {
    Marking marking = initial;
    engine.Occur(marking, id);
    markings.push_back(engine.FormatMarking(marking));
  }
  return markings;
}

std::vector<std::string> SuccessorsOf(const std::string& text) {
  return Successors(*LoadText(text));
}

std::string InitialMarkingOf(const std::string& text) {
  const auto model = LoadText(text);
  return model->engine().FormatMarking(model->engine().InitialMarking());
}

}  // namespace cpn::lua::testing
