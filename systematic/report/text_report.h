// An execution as a page of text: a lane for each machine, a numbered line for each choice.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "systematic/report/recording.h"

namespace systematic {

/// "agreement: two values were decided", or that there was none.
std::string ViolationText(const Recording& recording);

/// What failed, where the schedule came from, and every step:
///
///      #  client    server
///      1  *         |         put client #0
///      2  1-------->*         deliver client>server Request #0
///
/// A line has the machine that took the step as '*' ('!' for a fault, '?' for a value that was
/// chosen), and of a message the number of the step that sent it, in its sender's lane. Notes and
/// changes of the monitors' heat stand below. Of more than 400 choices those in the middle are left
/// out.
std::string TextReport(const Recording& recording);

}  // namespace systematic
