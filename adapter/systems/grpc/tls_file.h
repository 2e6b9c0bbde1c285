// What can lie where a TLS file is said to be. Plain values.
#pragma once

namespace cases {

/// What lies where a TLS file is said to be.
enum class TlsFile {
  kNone,  ///< no file is named
  kGood,
  kAbsent,
  kFolder,
  kEmpty,
  kText,    ///< no PEM
  kBroken,  ///< a good one, and a broken one behind it
  kExpired,
  kEarly,  ///< not valid yet
  kOther,  ///< another's
  kEncrypted,
};

/// The words of the format, in the order of the enumeration.
inline constexpr const char* kTlsFileWords[] = {"none",  "good",  "absent",   "folder",
                                                "empty", "text",  "broken",   "expired",
                                                "early", "other", "encrypted"};

}  // namespace cases
