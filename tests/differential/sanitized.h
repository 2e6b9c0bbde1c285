// Is a test compiled with sanitizers? It then takes ten times as long, and fewer random nets do:
// what they are for, errors of memory, shows itself in few.
#pragma once

namespace differential {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace differential
