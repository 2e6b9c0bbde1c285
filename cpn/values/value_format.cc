// How colours are written for people: ValueStore::Format.
#include <fmt/format.h>

#include "base/characters.h"
#include "cpn/values/value.h"

namespace cpn {
namespace {

/// One character in quotes, or one byte that is no UTF-8.
void AppendEscaped(std::string_view bytes, bool utf8, std::string& out) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (first == '"' || first == '\\') {
    out += '\\';
    out += bytes;
  } else if (first == '\n') {
    out += "\\n";
  } else if (first < 0x20 || first == 0x7f || !utf8) {
    out += fmt::format("\\x{:02x}", first);
  } else {
    out += bytes;
  }
}

/// Quoted, on one line whatever it holds and always UTF-8, so that a recorded step stays one line
/// and any file can hold it. Different texts stay different.
void AppendQuoted(std::string_view text, std::string& out) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const base::Character character = base::DecodeAt(text, at);
    AppendEscaped(text.substr(at, character.bytes), character.code_point.has_value(), out);
    at += character.bytes;
  }
  out += '"';
}

class Formatter {
 public:
  Formatter(const ValueStore& store, std::string& out) : store_(store), out_(out) {}

  void Append(Value v) {
    switch (store_.Kind(v)) {
      case ValueKind::kUnit:
        out_ += "()";
        break;
      case ValueKind::kBool:
        out_ += store_.AsBool(v) ? "true" : "false";
        break;
      case ValueKind::kInt:
        out_ += std::to_string(store_.AsInt(v));
        break;
      case ValueKind::kEnum:
        out_ += store_.AsText(v);
        break;
      case ValueKind::kString:
        AppendQuoted(store_.AsText(v), out_);
        break;
      case ValueKind::kTuple:
        AppendParts(v, '(', ')');
        break;
      case ValueKind::kList:
        AppendParts(v, '[', ']');
        break;
      case ValueKind::kRecord:
        AppendParts(v, '{', '}');
        break;
      case ValueKind::kUnion:
        AppendUnion(v);
        break;
    }
  }

 private:
  void AppendParts(Value v, char open, char close) {
    const std::span<const Value> parts = store_.Elements(v);
    out_ += open;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) out_ += ", ";
      if (open == '{') (out_ += store_.FieldName(v, i)) += " = ";
      Append(parts[i]);
    }
    out_ += close;
  }

  void AppendUnion(Value v) {
    out_ += store_.Constructor(v);
    const Value payload = store_.Elements(v)[0];
    const ValueKind kind = store_.Kind(payload);
    if (kind == ValueKind::kUnit) return;
    if (kind == ValueKind::kTuple) return Append(payload);
    out_ += '(';
    Append(payload);
    out_ += ')';
  }

  const ValueStore& store_;
  std::string& out_;
};

}  // namespace

std::string ValueStore::Format(Value v) const {
  std::string out;
  Formatter(*this, out).Append(v);
  return out;
}

}  // namespace cpn
