// The secret in the page's address: who does not know it gets nothing.
#pragma once

#include <string>
#include <string_view>

namespace explorer {

/// 32 hexadecimal digits from the kernel's random numbers. Throws std::system_error.
std::string MakeToken();

/// Whether they are equal; the time does not tell how much of them is.
bool IsSameToken(std::string_view a, std::string_view b);

}  // namespace explorer
