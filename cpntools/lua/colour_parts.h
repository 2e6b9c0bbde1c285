// What the functions of colour sets have in common: the parts of a colour, and functions of one.
//
// Thread safety: free functions; one thread at a time for a Scope.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "cpntools/document/document.h"
#include "cpntools/lua/code.h"
#include "cpntools/lua/scope.h"

namespace cpntools {

const Declaration& SetNamed(const Scope& scope, const std::string& name);
/// The key of a field in a Lua table: its label, or its place in a tuple.
std::string KeyOf(const Declaration& set, std::size_t field);
/// The field of the colour x.
std::string FieldOf(const Declaration& set, std::size_t field, const std::string& x);
/// Throws MlError when the text is too long: a colour set in a colour set is written out wherever
/// it occurs.
void CheckLength(std::size_t length);
/// A function of so many parameters, whose names its text does not have otherwise.
Code FunctionOf(Scope& scope, const std::vector<std::string>& parameters,
                const std::function<Code(const std::vector<std::string>&)>& make_body);
/// `{ Data = function(x) return ... end }`, for each constructor of a union with an argument.
std::string UnionCases(
    Scope& scope, const Declaration& set,
    const std::function<Code(const Declaration& argument, const std::string& x)>& make);

}  // namespace cpntools
