// For tests: whole suites of the built-in kinds as typed values, read and written.
//
// Not thread-safe for one object; distinct objects may be used from different threads.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "adapter/systems/cases/kind.h"
#include "adapter/systems/paxos/cases/cases.h"
#include "adapter/systems/quorum/call_case.h"
#include "suite/provenance.h"

namespace cases {

/// The content of a case of any kind: a value of the kind's type.
class CaseContent {
 public:
  template <typename Content>
  CaseContent(Content content)  // NOLINT: a content is a CaseContent
      : holder_(std::make_shared<Holder<Content>>(std::move(content))) {}

  template <typename Content>
  bool Is() const {
    return dynamic_cast<const Holder<Content>*>(holder_.get()) != nullptr;
  }
  /// Throws std::bad_cast when it is of another type.
  template <typename Content>
  const Content& As() const {
    return dynamic_cast<const Holder<Content>&>(*holder_).content;
  }
  template <typename Content>
  Content& As() {
    if (holder_.use_count() > 1) holder_ = holder_->Copy();
    return dynamic_cast<Holder<Content>&>(*holder_).content;
  }
  bool operator==(const CaseContent& other) const { return holder_->Equals(*other.holder_); }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual bool Equals(const Base& other) const = 0;
    virtual std::shared_ptr<Base> Copy() const = 0;
  };
  template <typename Content>
  struct Holder : Base {
    explicit Holder(Content value) : content(std::move(value)) {}
    bool Equals(const Base& other) const override {
      const auto* const same = dynamic_cast<const Holder*>(&other);
      return same != nullptr && content == same->content;
    }
    std::shared_ptr<Base> Copy() const override { return std::make_shared<Holder>(content); }
    Content content;
  };
  std::shared_ptr<Base> holder_;
};

struct TestCase {
  std::string id;
  CaseContent content;
  int line = 0;  ///< of its start tag; 0 when it was not read from a file

  /// By id and content; the line does not count.
  bool operator==(const TestCase& other) const {
    return id == other.id && content == other.content;
  }
};

struct Suite {
  std::string name;
  std::string kind;  ///< the name of its form
  Configuration configuration;
  std::vector<TestCase> cases;
  std::optional<suite::Provenance> provenance;
  std::string file;

  /// By content; `file` does not count.
  bool operator==(const Suite& other) const {
    return name == other.name && kind == other.kind && configuration == other.configuration &&
           cases == other.cases && provenance == other.provenance;
  }
};

/// The forms of all built-in kinds.
std::vector<adapter::CaseForm> AllForms();
/// The XML schema of the suites of the kind of that name.
std::string SchemaOfKind(std::string_view name);

/// Throws base::ParseError.
Suite ReadSuite(const std::string& path);
Suite ParseSuite(std::string_view text, const std::string& filename);

/// The suite as an element, whether or not it can be read again.
xml::Element ToElement(const Suite& suite);
/// The suite as a document. Throws std::invalid_argument when it would be refused or read as
/// another suite.
std::string WriteSuite(const Suite& suite);

}  // namespace cases
