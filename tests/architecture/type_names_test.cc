#include "tests/architecture/type_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace architecture {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TypeNamesTest, TwoTypesOfOneNameInOneNamespaceAreAViolation) {
  const SourceTree tree = {{"a.h", "namespace low {\nstruct Report {\n  int a;\n};\n}\n"},
                           {"b.h", "namespace low {\n\nclass Report final {\n};\n}\n"}};
  EXPECT_THAT(TypesOfOneName(tree), ElementsAre("b.h:3: low::Report is a type of a.h, too"));
}

TEST(TypeNamesTest, NestedNamespacesAreTheSameHoweverTheyAreWritten) {
  const SourceTree tree = {
      {"a.h", "namespace low::deep {\nenum class Kind { kA };\n}\n"},
      {"b.h", "namespace low {\nnamespace deep {\nenum class Kind { kB };\n}\n}\n"}};
  EXPECT_THAT(TypesOfOneName(tree), ElementsAre("b.h:3: low::deep::Kind is a type of a.h, too"));
}

TEST(TypeNamesTest, OtherNamespacesTypesWithinTypesAndDeclarationsAreNone) {
  const SourceTree tree = {{"a.h", "namespace low {\nclass Report {\n};\n}\n"},
                           {"b.h", "namespace high {\nstruct Report {\n};\n}\n"},
                           {"c.h",
                            "namespace low {\nclass Report;\nnamespace in {\nclass Report {};\n}\n"
                            "struct Other {\n  struct Report {\n  };\n};\n}\n"},
                           {"d.cc", "namespace low {\nnamespace {\nstruct Report {\n};\n}\n}\n"}};
  EXPECT_THAT(TypesOfOneName(tree), IsEmpty());
}

}  // namespace
}  // namespace architecture
