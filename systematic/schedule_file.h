// The text in which a schedule is kept: one choice a line, names and not numbers, so that people
// can read, edit and compare it.
//
//   systematic schedule 1
//   harness register
//   parameter replicas 3
//   time untimed
//   bound choices 10000
//   bound fair-factor 10
//   bound heal-after 500
//   bound temperature 0
//   strategy fair-pct:3
//   seed 1
//   iteration 42
//   build 0.1.0
//   fair never
//   choices
//   step deliver client a Write 0 2 of 5 00ab...
//   value loss - a Write 0 2 = 1 of 3 00ab...
//   heal
//   end violation
//   violation agreement "a and b differ"
//   unwanted 00ab...
//   observed 00ab...
//
// "fair" has the number of choices before the strategy was fair. A step has kind, from, to, what,
// life and ordinal of its key, the number of options, and the hash of their keys; a value has the
// key, the value, how many there were, and the hash. "heal" stands where Harness::Heal() was
// called. "unwanted", which most schedules lack, is the hash of what was still enabled at the end.
// A name that is empty is "-"; one with other characters than letters, digits and ._/:+@- stands
// in quotes, with \" \\ \n and \xHH inside.
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <string_view>

#include "base/parse_error.h"
#include "systematic/schedule.h"

namespace systematic {

/// The schedule as text; equal schedules give equal bytes.
std::string WriteSchedule(const Schedule& schedule);

/// Reads what WriteSchedule() wrote. Throws base::ParseError; `filename` is for its message.
Schedule ReadSchedule(std::string_view text, const std::string& filename);

}  // namespace systematic
