#include "tests/symmetry/random_text.h"

namespace symmetry_tests {
namespace {

const std::vector<std::vector<std::string>> kSets = {{"wa", "wb", "wc", "wd"}, {"va", "vb", "vc"}};

std::string Words(std::size_t set, std::size_t count) {
  std::string words;
  for (std::size_t i = 0; i < count; ++i) {
    words += (i == 0 ? "\"" : ", \"") + kSets[set][i] + "\"";
  }
  return words;
}

}  // namespace

std::string RandomText::Make() {
  workers_ = 2 + Below(3);
  values_ = 2 + Below(2);
  text_ = "W = enum { " + Words(0, workers_) + " }\nV = enum { " + Words(1, values_) + " }\n" +
          "WW, WV, LW = product(W, W), product(W, V), list(W)\n"
          "U = union { None = UNIT, One = W, Two = WW }\n"
          "R = record { owner = W, n = range(0, 2) }\n"
          "symmetric(W)\nsymmetric(V)\n"
          "var { w = W, x = W, v = V, l = LW, u = U, n = range(0, 2) }\n"
          "A, B = place(W, all), place(W)\nC, D = place(V), place(V, all)\n"
          "P, Q = place(WW), place(WV)\nL = place(LW, { {} })\n"
          "E = place(U, { U.None })\nF = place(R)\nG = place(UNIT, { unit, unit })\n";
  const std::size_t transitions = 2 + Below(4);
  for (std::size_t i = 0; i < transitions; ++i) AddTransition(i);
  AddProperties(transitions);
  return text_;
}

void RandomText::AddTransition(std::size_t index) {
  std::string input = OneOf({"A(w)", "A(w), A(x)", "B(w)", "P { w, x }", "Q { w, v }", "A(w), D(v)",
                             "F { owner = w, n = n }", "B(w), C(v)", "P { w, w }", "P { w, _ }"});
  std::string guard, output, extra;
  const bool has_x = input.find('x') != std::string::npos;
  const bool has_v = input.find("v }") != std::string::npos || input.find("(v)") < input.size();
  variables_.push_back(std::string("w") + (has_x ? "x" : "") + (has_v ? "v" : ""));
  if (Below(4) == 0) input += ", G(unit)";
  output = OneOf({"B(w)", "A(w)", "P { w, w }", "F { owner = w, n = 0 }", "B(w), G(unit)"});
  if (has_x) output = OneOf({"P { w, x }", "P { x, w }, B(w)", "B(w), B(x)", "P { w, x }, A(w)"});
  if (has_v) output += OneOf({", C(v)", ", Q { w, v }", ", D(v)", ""});
  if (input.find("n = n") < input.size() && Below(2) == 0) {
    output = "F { owner = w, n = expr \"(n + 1) % 3\" }";
  }
  switch (Below(7)) {
    case 0:
      input += ", L(l)";
      output += ", L(cons(w, l))";
      guard = "#l < 3";
      break;
    case 1:
      input += ", E(u)";
      output += has_x ? ", E(U.Two { w, x })" : ", E(U.One(w))";
      guard = has_x ? "w ~= x" : "u ~= U.One(w)";
      break;
    case 2:
      extra = OneOf({"inhibitor = { P { w, _ } },", "inhibitor = { B },", "test = { A(w) },",
                     "inhibitor = { B(w) },", "reset = { C },"});
      break;
    case 3:
      if (has_x) guard = "w ~= x";
      break;
    case 4:
      extra = OneOf({"priority = P_HIGH,", "priority = P_LOW,"});
      break;
    default:
      break;
  }
  text_ += "T" + std::to_string(index) + " = transition { input = { " + input + " }, output = { " +
           output + " }, " + extra + (guard.empty() ? "" : " guard = \"" + guard + "\"") + " }\n";
}

void RandomText::AddProperties(std::size_t transitions) {
  const std::string t = "T" + std::to_string(Below(transitions));
  const std::string at = OneOf({"#M.B", "#M.P", "#M.A", "#M.F", "#M.C"});
  const std::string n = std::to_string(Below(3));
  const std::string f = "NF(function(M) return " + at + " > " + n + " end)";
  text_ += "property \"1\" (POS(" + f + "))\nproperty \"2\" (EV(" + f + "))\n" +
           "property \"3\" (INV(POS(" + f + ")))\nproperty \"4\" (ALONG(NOT(" + f + ")))\n" +
           "property \"5\" (EXIST_NEXT(FORALL_NEXT(" + f + ")))\n" + "property \"6\" (EV(AF(" + t +
           ")))\nproperty \"7\" (INV(EV(" + f + ")))\n";
}

std::string RandomText::MakeTest() {
  std::string hooks;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (Below(4) == 0 && i > 0) continue;
    std::string parameters, fields;
    for (const char variable : variables_[i]) {
      parameters += (parameters.empty() ? "" : ", ") + std::string(1, variable);
      fields += (fields.empty() ? "" : ", ") + std::string(1, variable) + " = " + variable;
    }
    const std::string name = "T" + std::to_string(i);
    std::string body =
        "return " + std::string(OneOf({"stimulus", "response"})) + "(\"" + OneOf({"o", "p"}) + "\"";
    switch (Below(5)) {
      case 0:
        body += ")";
        break;
      case 1:
        body = "if w == \"wb\" then " + body + ") end";
        break;
      case 2:
        body = "if w ~= \"wa\" then " + body + ", { w = w }) end";
        break;
      default:
        body += ", { " + fields + " })";
        break;
    }
    hooks += "[" + name + "] = function(" + parameters + ") " + body + " end, ";
  }
  std::string test = "test \"t\" { observe = { " + hooks + "}, ";
  if (Below(8) == 0) return test + "cases = \"occurrences\" }\n";
  if (Below(2) == 0) test += "order = \"sequence\", ";
  switch (Below(4)) {
    case 0:
      test += "goal = T" + std::to_string(Below(variables_.size())) + ", ";
      break;
    case 1:
      test += "goal = function(M) return #M.B > " + std::to_string(Below(3)) + " end, ";
      break;
    default:
      break;
  }
  return test + "}\n";
}

}  // namespace symmetry_tests
