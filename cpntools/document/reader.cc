#include "cpntools/document/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "cpntools/document/plain_xml.h"
#include "xml/parse_source.h"
#include "xml/xml.h"

namespace cpntools {
namespace {

using xml::Element;

std::string Trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

class Reader {
 public:
  explicit Reader(const base::Source& source) : source_(source) {
    document_.file = source.filename();
  }

  Document Read(const Element& root) {
    if (root.name != "workspaceElements") {
      Fail(root, "a .cpn file is a <workspaceElements> element, not <" + root.name + ">");
    }
    const Element* net = root.FindChild("cpnet");
    if (!net) Fail(root, "no <cpnet> in the file");
    for (const Element& child : net->children) {
      if (child.name == "globbox") ReadDeclarations(child);
      if (child.name == "page") ReadPage(child);
      if (child.name == "instances") ReadInstances(child);
      if (child.name == "monitorblock") ReadMonitors(child);
    }
    Check();
    return std::move(document_);
  }

 private:
  [[noreturn]] void Fail(base::Position where, const std::string& message) const {
    throw ReadError(source_.Error(where, message, "").what());
  }
  [[noreturn]] void Fail(const Element& element, const std::string& message) const {
    Fail(element.position, message);
  }

  const Element& Child(const Element& element, const char* name) const {
    const Element* child = element.FindChild(name);
    if (!child) Fail(element, fmt::format("<{}> without a <{}>", element.name, name));
    return *child;
  }

  std::string Attribute(const Element& element, const char* name) const {
    const xml::Attribute* attribute = element.FindAttribute(name);
    if (!attribute) Fail(element, fmt::format("<{}> without {}=\"...\"", element.name, name));
    return attribute->value;
  }

  /// The text from its first character on; texts consist of whole lines.
  static Text TextOf(const Element& element) {
    const std::size_t first = element.text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos) {
      return {"", element.position.line, element.position.column};
    }
    std::string text = element.text.substr(first);
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return {std::move(text), element.text_position.line, element.text_position.column};
  }

  /// The inscription in <name><text>...</text></name>, if there is one.
  static Text Inscription(const Element& element, const char* name) {
    const Element* child = element.FindChild(name);
    const Element* text = child ? child->FindChild("text") : nullptr;
    return text ? TextOf(*text) : Text{"", element.position.line, element.position.column};
  }

  // ----------------------------------------------------------------------------- declarations

  void ReadDeclarations(const Element& block) {
    for (const Element& child : block.children) {
      Declaration declaration;
      declaration.line = child.position.line;
      if (child.name == "block") {
        declaration.kind = Declaration::Kind::kBlock;
        const Element* id = child.FindChild("id");
        declaration.name = id ? Trimmed(id->text) : "";
        document_.declarations.push_back(std::move(declaration));
        ReadDeclarations(child);
        continue;
      }
      if (child.name == "id") continue;
      if (child.name == "color") {
        ReadColourSet(child, declaration);
      } else if (child.name == "var") {
        declaration.kind = Declaration::Kind::kVariables;
        declaration.name = Trimmed(Child(Child(child, "type"), "id").text);
        for (const Element* id : child.FindChildren("id")) {
          declaration.variables.push_back(Trimmed(id->text));
        }
      } else if (child.name == "ml") {
        declaration.ml = TextOf(child);
      } else if (child.name == "globref") {
        // Columns of the value's first line count from before the text that is added.
        const std::string head = fmt::format("val {} = ref (", Trimmed(Child(child, "id").text));
        declaration.ml = TextOf(Child(child, "ml"));
        declaration.ml.text = head + declaration.ml.text + ")";
        declaration.ml.column -= static_cast<int>(head.size());
      } else {
        declaration.kind = Declaration::Kind::kOther;
        declaration.name = child.name;
        const Element* ml = child.FindChild("ml");
        declaration.ml = TextOf(ml ? *ml : child);
      }
      document_.declarations.push_back(std::move(declaration));
    }
  }

  void ReadColourSet(const Element& color, Declaration& declaration) {
    using Constructor = Declaration::Constructor;
    static const std::map<std::string, Constructor> kConstructors = {
        {"unit", Constructor::kUnit},     {"bool", Constructor::kBool},
        {"int", Constructor::kInt},       {"intinf", Constructor::kInt},
        {"real", Constructor::kReal},     {"string", Constructor::kString},
        {"time", Constructor::kTime},     {"enum", Constructor::kEnumerated},
        {"index", Constructor::kIndex},   {"product", Constructor::kProduct},
        {"record", Constructor::kRecord}, {"list", Constructor::kList},
        {"union", Constructor::kUnion},   {"subset", Constructor::kSubset},
        {"alias", Constructor::kAlias}};
    declaration.kind = Declaration::Kind::kColourSet;
    declaration.name = Trimmed(Child(color, "id").text);
    const Element* body = nullptr;
    for (const Element& child : color.children) {
      if (child.name == "timed") {
        declaration.timed = true;
      } else if (const auto found = kConstructors.find(child.name);
                 found != kConstructors.end() && !body) {
        body = &child;
        declaration.constructor = found->second;
      } else if (child.name != "id" && child.name != "declare") {
        Fail(child, fmt::format("unknown kind of colour set <{}>", child.name));
      }
    }
    if (!body) Fail(color, "colour set without a kind, such as <int> or <product>");
    ReadParts(*body, declaration);
  }

  void ReadParts(const Element& body, Declaration& declaration) {
    using Constructor = Declaration::Constructor;
    for (const Element& child : body.children) {
      const bool renames = declaration.constructor == Constructor::kUnit ||
                           declaration.constructor == Constructor::kBool;
      if (child.name == "id" && renames) {
        declaration.names.push_back(Trimmed(child.text));
      } else if (child.name == "id") {
        const bool constant = declaration.constructor == Constructor::kEnumerated ||
                              declaration.constructor == Constructor::kIndex;
        const std::string id = Trimmed(child.text);
        declaration.fields.push_back(constant ? Declaration::Field{id, ""}
                                              : Declaration::Field{"", id});
      } else if (child.name == "ml") {
        declaration.bounds.push_back(TextOf(child));
      } else if (child.name == "with") {
        ReadWith(child, declaration);
      } else if (child.name == "and") {
        ReadLengths(child, declaration);
      } else if (child.name == "by") {
        declaration.predicate = TextOf(Child(child, "ml"));
      } else if (child.name == "recordfield") {
        const auto ids = child.FindChildren("id");
        if (ids.size() != 2) Fail(child, "a record field has a label and a colour set");
        declaration.fields.push_back({Trimmed(ids[0]->text), Trimmed(ids[1]->text)});
      } else if (child.name == "unionfield") {
        const Element* type = child.FindChild("type");
        declaration.fields.push_back(
            {Trimmed(Child(child, "id").text), type ? Trimmed(Child(*type, "id").text) : ""});
      } else {
        Fail(child, fmt::format("unknown part <{}> of a colour set", child.name));
      }
    }
  }

  /// `with (no, yes)`, `with 1..5`, `with [1, 3]`, `with "a".."z" and 0..8`
  void ReadWith(const Element& with, Declaration& declaration) const {
    for (const Element& child : with.children) {
      if (child.name == "ml") {
        declaration.bounds.push_back(TextOf(child));
      } else if (child.name == "id") {
        declaration.names.push_back(Trimmed(child.text));
      } else if (child.name == "and") {
        ReadLengths(child, declaration);
      } else {
        Fail(child, fmt::format("unknown part <{}> of a colour set", child.name));
      }
    }
  }

  static void ReadLengths(const Element& lengths, Declaration& declaration) {
    for (const Element* ml : lengths.FindChildren("ml")) declaration.lengths.push_back(TextOf(*ml));
  }

  // ------------------------------------------------------------------------------------ pages

  void ReadPage(const Element& element) {
    Page page;
    page.id = Id(element);
    page.line = element.position.line;
    page.name = Attribute(Child(element, "pageattr"), "name");
    for (const Element& child : element.children) {
      if (child.name == "place") page.places.push_back(ReadPlace(child));
      if (child.name == "trans") page.transitions.push_back(ReadTransition(child));
      if (child.name == "arc") page.arcs.push_back(ReadArc(child));
      if (child.name == "Aux") {
        const Element* text = child.FindChild("text");
        if (text && !Trimmed(text->text).empty()) page.comments.push_back(TextOf(*text));
      }
    }
    document_.pages.push_back(std::move(page));
  }

  std::string Id(const Element& element) {
    std::string id = Attribute(element, "id");
    if (!ids_.insert(id).second) Fail(element, fmt::format("second object with the id {}", id));
    return id;
  }

  std::string Name(const Element& element) const { return Trimmed(Child(element, "text").text); }

  Place ReadPlace(const Element& element) {
    Place place;
    place.id = Id(element);
    place.line = element.position.line;
    place.name = Name(element);
    place.type = Inscription(element, "type");
    place.initial = Inscription(element, "initmark");
    if (const Element* port = element.FindChild("port")) {
      place.port = Attribute(*port, "type");
      if (place.port != "In" && place.port != "Out" && place.port != "I/O") {
        Fail(*port, fmt::format("unknown kind of port \"{}\": it is In, Out or I/O", place.port));
      }
    }
    if (const Element* fusion = element.FindChild("fusioninfo")) {
      place.fusion = Attribute(*fusion, "name");
    }
    return place;
  }

  Transition ReadTransition(const Element& element) {
    Transition transition;
    transition.id = Id(element);
    transition.line = element.position.line;
    transition.name = Name(element);
    transition.guard = Inscription(element, "cond");
    transition.time = Inscription(element, "time");
    transition.code = Inscription(element, "code");
    transition.priority = Inscription(element, "priority");
    if (const Element* subst = element.FindChild("subst")) {
      transition.subpage = Attribute(*subst, "subpage");
      transition.assignments = ReadAssignments(*subst);
    }
    return transition;
  }

  /// "(port,socket)(port,socket)"
  std::vector<Assignment> ReadAssignments(const Element& subst) const {
    const std::string text = Attribute(subst, "portsock");
    std::vector<Assignment> assignments;
    std::size_t at = 0;
    while (at < text.size()) {
      const std::size_t comma = text.find(',', at);
      const std::size_t end = text.find(')', at);
      if (text[at] != '(' || comma == std::string::npos || end == std::string::npos ||
          comma > end) {
        Fail(subst, fmt::format("malformed port assignments \"{}\": they are written "
                                "(port,socket)(port,socket)",
                                text));
      }
      assignments.push_back({Trimmed(text.substr(at + 1, comma - at - 1)),
                             Trimmed(text.substr(comma + 1, end - comma - 1))});
      at = std::min(text.find_first_not_of(" \t\r\n", end + 1), text.size());
    }
    return assignments;
  }

  Arc ReadArc(const Element& element) {
    static const std::map<std::string, Arc::Kind> kKinds = {{"PtoT", Arc::Kind::kInput},
                                                            {"TtoP", Arc::Kind::kOutput},
                                                            {"BOTHDIR", Arc::Kind::kBoth},
                                                            {"Inhibitor", Arc::Kind::kInhibitor},
                                                            {"Reset", Arc::Kind::kReset}};
    Arc arc;
    Id(element);
    arc.line = element.position.line;
    const std::string orientation = Attribute(element, "orientation");
    const auto kind = kKinds.find(orientation);
    if (kind == kKinds.end()) {
      Fail(element, fmt::format("unknown orientation \"{}\" of an arc", orientation));
    }
    arc.kind = kind->second;
    arc.place = Attribute(Child(element, "placeend"), "idref");
    arc.transition = Attribute(Child(element, "transend"), "idref");
    arc.inscription = Inscription(element, "annot");
    return arc;
  }

  void ReadInstances(const Element& instances) {
    for (const Element* instance : instances.FindChildren("instance")) {
      if (!instance->FindAttribute("page")) continue;
      document_.prime_pages.push_back(Attribute(*instance, "page"));
      prime_positions_.push_back(instance->position);
    }
  }

  void ReadMonitors(const Element& block) {
    for (const Element& child : block.children) {
      if (child.name == "monitor") document_.monitors.push_back(Attribute(child, "name"));
      if (child.name == "monitorblock") ReadMonitors(child);
    }
  }

  // ----------------------------------------------------------------------------------- checks

  void Check() const {
    std::map<std::string, const Page*> pages;
    for (const Page& page : document_.pages) pages[page.id] = &page;
    for (std::size_t i = 0; i < prime_positions_.size(); ++i) {
      if (pages.contains(document_.prime_pages[i])) continue;
      Fail(prime_positions_[i], fmt::format("an instance of page {}, which is not in the file",
                                            document_.prime_pages[i]));
    }
    for (const Page& page : document_.pages) {
      std::set<std::string> places;
      std::set<std::string> transitions;
      for (const Place& place : page.places) places.insert(place.id);
      for (const Transition& transition : page.transitions) transitions.insert(transition.id);
      for (const Arc& arc : page.arcs) {
        if (!places.contains(arc.place) || !transitions.contains(arc.transition)) {
          Fail({arc.line, 1}, fmt::format("page {}: an arc that does not join a place and a "
                                          "transition of its page",
                                          page.name));
        }
      }
      for (const Transition& transition : page.transitions) {
        if (!transition.subpage.empty()) CheckSubstitution(page, transition, places, pages);
      }
    }
  }

  void CheckSubstitution(const Page& page, const Transition& transition,
                         const std::set<std::string>& places,
                         const std::map<std::string, const Page*>& pages) const {
    const auto fail = [&](const std::string& what) {
      Fail({transition.line, 1}, fmt::format("page {}, substitution transition {}: {}", page.name,
                                             transition.name, what));
    };
    const auto subpage = pages.find(transition.subpage);
    if (subpage == pages.end()) fail("its page is not in the file");
    std::set<std::string_view> ports;
    for (const Place& place : subpage->second->places) {
      if (!place.port.empty()) ports.insert(place.id);
    }
    for (const Assignment& assignment : transition.assignments) {
      if (!ports.contains(assignment.port)) {
        fail(fmt::format("{} is assigned, which is no port place of page {}", assignment.port,
                         subpage->second->name));
      }
      if (!places.contains(assignment.socket)) {
        fail(fmt::format("{} is assigned to a port, which is no place of its page",
                         assignment.socket));
      }
    }
  }

  const base::Source& source_;
  Document document_;
  std::set<std::string> ids_;
  std::vector<base::Position> prime_positions_;
};

}  // namespace

Document ReadDocument(std::string_view text, const std::string& file) {
  try {
    const std::string plain = PlainXml(text);
    const base::Source source(plain, file);
    return Reader(source).Read(xml::ParseSource(source));
  } catch (const base::ParseError& e) {
    throw ReadError(e.what());
  }
}

Document ReadDocumentFile(const std::string& path) {
  try {
    return ReadDocument(xml::ReadFile(path), path);
  } catch (const base::ParseError& e) {
    throw ReadError(e.what());
  }
}

}  // namespace cpntools
