#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cpn/draw/diagram.h"
#include "cpngen/commands/cover/cover_pictures.h"
#include "cpngen/commands/report/module_pages.h"
#include "cpngen/commands/report/report_sections.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;

std::string NameOf(const LuaModel& model, cpn::ModuleId module) {
  const std::string& name = model.model().modules[module].name;
  return name.empty() ? model.name() : name;
}

std::string PageId(cpn::ModuleId module) { return fmt::format("module-{}", module); }

/// The modules that `module` leads to by its substitution transitions, each once.
std::vector<cpn::ModuleId> Below(const LuaModel& model, cpn::ModuleId module) {
  std::vector<cpn::ModuleId> below;
  for (const auto& substitution : model.model().modules[module].substitutions) {
    if (std::find(below.begin(), below.end(), substitution.module) == below.end()) {
      below.push_back(substitution.module);
    }
  }
  return below;
}

std::vector<PageLink> LinksTo(const LuaModel& model, const std::vector<cpn::ModuleId>& modules) {
  std::vector<PageLink> links;
  for (const cpn::ModuleId module : modules) {
    links.push_back({NameOf(model, module), PageId(module)});
  }
  return links;
}

void LinkSubstitutions(const LuaModel& model, cpn::ModuleId id, cpn::draw::Diagram& diagram) {
  const cpn::ModuleDeclaration& module = model.model().modules[id];
  const std::size_t first = module.places.size() + module.transitions.size();
  for (std::size_t i = 0; i < module.substitutions.size(); ++i) {
    diagram.nodes[first + i].link = '#' + PageId(module.substitutions[i].module);
  }
}

void AddParameters(const LuaModel& model, HtmlPage& page) {
  if (model.parameters().empty()) return;
  std::vector<Row> rows;
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    rows.push_back({{parameter.name, Look::kCode},
                    {parameter.value, Look::kCode},
                    {parameter.doc, Look::kMuted}});
  }
  page.Table({"parameter", "value", ""}, rows);
}

}  // namespace

void AddModulePages(LuaModel& model, const Decorate& colours, const std::string& prefix,
                    const base::Budget& budget, HtmlPage& page) {
  const bool linked = prefix.empty();  // a module has one place where its links lead
  const std::vector<ModulePicture> pictures = DrawModules(
      model,
      [&](cpn::ModuleId module, cpn::draw::Diagram& diagram) {
        if (colours) colours(module, diagram);
        LinkSubstitutions(model, module, diagram);
      },
      budget);
  const auto modules = static_cast<cpn::ModuleId>(pictures.size());
  std::vector<std::vector<cpn::ModuleId>> above(modules);
  for (cpn::ModuleId module = 0; module < modules; ++module) {
    for (const cpn::ModuleId below : Below(model, module)) above[below].push_back(module);
  }
  if (linked && modules > 1) {
    std::vector<cpn::ModuleId> all(modules);
    for (cpn::ModuleId module = 0; module < modules; ++module) all[module] = module;
    page.Links("Modules:", LinksTo(model, all));
  }
  for (cpn::ModuleId module = 0; module < modules; ++module) {
    const std::string name = NameOf(model, module);
    page.Heading(name, linked ? PageId(module) : prefix + PageId(module));
    if (linked) {
      page.Links("part of", LinksTo(model, above[module]));
      page.Links("leads to", LinksTo(model, Below(model, module)));
    }
    for (const std::string& svg : pictures[module].pages) page.Picture(svg, "module " + name);
  }
}

void AddModelSection(LuaModel& model, const CoverPlan& plan, const base::Budget& budget,
                     HtmlPage& page) {
  page.Section("model", "Model");
  AddParameters(model, page);
  const CoverRun* only = nullptr;
  if (plan.groups.size() == 1) only = plan.groups.front().run.get();
  if (only == nullptr) {
    AddModulePages(model, nullptr, "", budget, page);
    return;
  }
  page.Paragraph(kColoursOfCoverage, Look::kMuted);
  AddModulePages(model, CoverColours(model, only->items(), only->sum(), only->total()), "", budget,
                 page);
}

}  // namespace cpngen
