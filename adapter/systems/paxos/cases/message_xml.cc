#include "adapter/systems/paxos/cases/message_xml.h"

#include "adapter/systems/cases/case_writer.h"

namespace cases {

Type PromiseGrammar() {
  return Children(Sequence({One("Rnd", kNumber), One("Vrnd", kNumber), One("Vval", kAnyText)}));
}

Type LearnGrammar(const char* value_name) {
  return Children(Sequence({One("Rnd", kNumber), One(value_name, kAnyText)}));
}

Round ReadRound(const xml::Checked& message, const char* name) {
  return message.One(name).Number(0, kMaxNumber);
}

Promise ReadPromise(const CaseReader& reader, const xml::Checked& message) {
  reader.Plain(message, {"Rnd", "Vrnd", kVval});
  return {ReadRound(message, "Rnd"), ReadRound(message, "Vrnd"), message.One(kVval).Text()};
}

Learn ReadLearn(const CaseReader& reader, const xml::Checked& message, const xml::Name& value) {
  reader.Plain(message, {"Rnd", value});
  return {ReadRound(message, "Rnd"), message.One(value).Text()};
}

void AddPromise(xml::Element& parent, const char* name, const Promise& promise) {
  xml::Element& message = parent.Add(name);
  AddNumber(message, "Rnd", promise.rnd);
  AddNumber(message, "Vrnd", promise.vrnd);
  message.Add("Vval", promise.vval);
}

void AddLearn(xml::Element& parent, const char* name, const Learn& learn, const char* value_name) {
  xml::Element& message = parent.Add(name);
  AddNumber(message, "Rnd", learn.rnd);
  message.Add(value_name, learn.vval);
}

}  // namespace cases
