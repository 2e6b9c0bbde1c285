// The examples in the documents are models that load and run.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

/// The ```lua blocks of a document.
std::vector<std::string> Examples(const std::string& document) {
  std::ifstream in(std::string(CPNGEN_SOURCE_DIR) + "/docs/" + document);
  std::vector<std::string> examples;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (!inside && line == "```lua") {
      inside = true;
      examples.emplace_back();
    } else if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      examples.back() += line + '\n';
    }
  }
  return examples;
}

TEST(DocumentationTest, ModelLanguageExamplesRun) {
  const std::vector<std::string> examples = Examples("model_language.md");
  ASSERT_GT(examples.size(), 20u);
  for (std::size_t i = 1; i < examples.size(); ++i) {
    SCOPED_TRACE(examples[i]);
    const auto model = testing::LoadText(examples[0] + examples[i]);
    testing::Successors(*model);
    for (const auto& specification : model->specifications()) {
      for (BindingElementId id : model->engine().Enabled(model->engine().InitialMarking())) {
        for (const Observation& seen : specification->Observe(model->engine().Element(id))) {
          specification->Format(seen);
          specification->Attributes(specification->Normalise({seen}));
        }
      }
      specification->Suite();
    }
  }
}

TEST(DocumentationTest, EveryTransitionOfTheExamplesCanOccur) {
  const std::vector<std::string> examples = Examples("model_language.md");
  ASSERT_FALSE(examples.empty());
  for (std::size_t i = 1; i < examples.size(); ++i) {
    SCOPED_TRACE(examples[i]);
    const auto model = testing::LoadText(examples[0] + examples[i]);
    for (const Transition& transition : model->net().transitions()) {
      bool enabled = false;
      for (const std::string& element : testing::EnabledOf(*model)) {
        enabled = enabled || element.starts_with(transition.name + " (");
      }
      EXPECT_TRUE(enabled) << transition.name;
    }
  }
}

TEST(DocumentationTest, PropertiesExampleLoads) {
  const std::vector<std::string> examples = Examples("properties.md");
  ASSERT_EQ(examples.size(), 1u);
  EXPECT_EQ(testing::LoadText(examples[0])->properties().size(), 3u);
}

}  // namespace
}  // namespace cpn::lua
