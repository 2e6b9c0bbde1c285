#include "adapter/driver_protocol/grpc/protobuf_messages.h"

#include <fmt/format.h>
#include <google/protobuf/struct.pb.h>

#include <algorithm>
#include <string>

#include "adapter/driver_protocol/number_text.h"

namespace adapter::driver_protocol {
namespace {

namespace proto = cpngen::driver;
using google::protobuf::Struct;
using google::protobuf::Value;

void Fill(const Payload& payload, Struct* to);

void Fill(const Payload& payload, Value* to) {
  switch (payload.kind) {
    case Payload::Kind::kText:
      to->set_string_value(payload.text);
      break;
    case Payload::Kind::kList:
      to->mutable_list_value();
      for (const Payload& item : payload.items) Fill(item, to->mutable_list_value()->add_values());
      break;
    case Payload::Kind::kObject:
      Fill(payload, to->mutable_struct_value());
      break;
  }
}

void Fill(const Payload& payload, Struct* to) {
  for (const auto& [name, value] : payload.fields) Fill(value, &(*to->mutable_fields())[name]);
}

void Fill(const Hello& hello, proto::ToDriver& to) {
  to.mutable_hello()->set_version(hello.version);
  to.mutable_hello()->set_system(hello.system);
}

void Fill(const BeginCase& begin, proto::ToDriver& message) {
  proto::BeginCase& to = *message.mutable_begin_case();
  to.set_id(begin.id);
  to.set_suite(begin.suite);
  to.set_case_(begin.test);
  to.set_seed(std::to_string(begin.seed));
  to.set_fresh(begin.fresh);
  for (const auto& [name, address] : begin.addresses) (*to.mutable_addresses())[name] = address;
  Fill(begin.configuration, to.mutable_configuration());
  Fill(begin.attributes, to.mutable_attributes());
}

void Fill(const Stimulus& stimulus, proto::ToDriver& message) {
  proto::Stimulus& to = *message.mutable_stimulus();
  to.set_id(stimulus.id);
  to.set_name(stimulus.name);
  to.set_text(stimulus.text);
  Fill(stimulus.fields, to.mutable_fields());
}

void Fill(const Fault& fault, proto::ToDriver& message) {
  proto::Fault& to = *message.mutable_fault();
  to.set_id(fault.id);
  to.set_name(fault.name);
  Fill(fault.fields, to.mutable_fields());
  for (const std::string& action : fault.actions) to.add_actions(action);
}

void Fill(const EndCase& end, proto::ToDriver& to) { to.mutable_end_case()->set_id(end.id); }

Payload PayloadOf(const Struct& from, int depth);

Payload PayloadOf(const Value& from, int depth) {
  if (depth > kDeepestValue) {
    throw DriverError(
        fmt::format("the driver sent values nested more than {} deep", kDeepestValue));
  }
  switch (from.kind_case()) {
    case Value::kNumberValue:
      return Payload::OfText(NumberText(from.number_value()));
    case Value::kStringValue:
      return Payload::OfText(from.string_value());
    case Value::kBoolValue:
      return Payload::OfText(from.bool_value() ? "true" : "false");
    case Value::kStructValue:
      return PayloadOf(from.struct_value(), depth);
    case Value::kListValue: {
      Payload list;
      list.kind = Payload::Kind::kList;
      for (const Value& item : from.list_value().values()) {
        list.items.push_back(PayloadOf(item, depth + 1));
      }
      return list;
    }
    default:
      return Payload::OfText("");
  }
}

Payload PayloadOf(const Struct& from, int depth) {
  Payload payload;
  for (const auto& [name, value] : from.fields()) {
    payload.fields.emplace_back(name, PayloadOf(value, depth + 1));
  }
  // protobuf's own order is another one in every process.
  std::ranges::sort(payload.fields, {}, [](const auto& field) { return field.first; });
  return payload;
}

Event EventFrom(const proto::Event& from) {
  if (from.name().empty()) throw DriverError("the driver sent an event without a name");
  return {from.name(), PayloadOf(from.fields(), 0), from.text(), from.source(), from.answers(),
          from.time()};
}

}  // namespace

proto::ToDriver ToProtobuf(const ToDriver& message) {
  proto::ToDriver to;
  std::visit([&](const auto& kind) { Fill(kind, to); }, message);
  return to;
}

FromDriver FromProtobuf(const proto::FromDriver& message) {
  switch (message.message_case()) {
    case proto::FromDriver::kReady:
      return Ready{message.ready().version(), message.ready().driver()};
    case proto::FromDriver::kEvent:
      return EventFrom(message.event());
    case proto::FromDriver::kLog:
      return Log{message.log().line(), message.log().source()};
    case proto::FromDriver::kDone:
      return Done{message.done().id()};
    case proto::FromDriver::kError:
      return Error{message.error().id(), message.error().message()};
    case proto::FromDriver::MESSAGE_NOT_SET:
      break;
  }
  throw DriverError("the driver sent a message that is none of ready, event, log, done and error");
}

}  // namespace adapter::driver_protocol
