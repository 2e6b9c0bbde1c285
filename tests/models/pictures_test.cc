// The pictures of the shipped models by geometry: no label or box over another one, no arc through
// a label or a node that is not its end, and none too large for a page with texts that can be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cpn/draw/overlaps.h"
#include "cpn/draw/pages.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"

namespace models {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> ShippedModels() {
  std::vector<fs::path> found;
  for (const char* const folder : {"models", "examples"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(test::SourcePath()) / folder)) {
      const bool is_folder = fs::exists(entry.path() / "init.lua");
      if (is_folder ||
          (entry.path().extension() == ".lua" && entry.path().filename() != "init.lua")) {
        found.push_back(entry.path());
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(Pictures, NothingOverlapsAndAllCanBeRead) {
  std::size_t pictures = 0;
  for (const fs::path& path : ShippedModels()) {
    std::unique_ptr<cpn::lua::LuaModel> model;
    try {
      model = cpn::lua::LuaModel::Load(path);
    } catch (const cpn::ModelError&) {  // a part of a model, or a system file
      continue;
    }
    for (cpn::ModuleId module = 0; module < model->model().modules.size(); ++module) {
      const cpn::draw::Diagram diagram =
          cpn::draw::MakeDiagram(model->model(), module, model->values());
      if (diagram.nodes.empty()) continue;
      for (const cpn::draw::Page& page : cpn::draw::MakePages(diagram)) {
        ++pictures;
        for (const std::string& overlap : cpn::draw::Overlaps(page.diagram, page.layout)) {
          ADD_FAILURE() << path << ", " << page.diagram.title << ": " << overlap;
        }
        const double scale = cpn::draw::ScaleForPage(page.diagram, page.layout);
        EXPECT_GE(scale * cpn::draw::kTagSize * cpn::draw::kPixelsPerPoint,
                  cpn::draw::kLeastTextPixels)
            << path << ", " << page.diagram.title;
      }
    }
  }
  EXPECT_GT(pictures, 60u);
  std::cout << pictures << " pictures" << std::endl;
}

}  // namespace
}  // namespace models
