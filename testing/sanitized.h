// Is a test compiled with sanitizers? It then takes three to ten times as long, and fewer random
// inputs or schedules do: what they are for, errors of memory, shows itself in few. Preset release
// has all.
#pragma once

namespace test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace test
