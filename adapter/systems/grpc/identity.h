// What one end of a connection shows of itself. Plain values.
#pragma once

namespace cases {

enum class Identity {
  kPlain,      ///< no TLS at all
  kAnonymous,  ///< TLS without a certificate; of a client only
  kGood,       ///< a certificate for localhost, signed by the authority
  kElsewhere,  ///< one for another host, signed by the authority
  kStranger,   ///< one for localhost, signed by another authority
  kSelf,       ///< one for localhost, signed by itself
  kExpired,    ///< the good one, until yesterday
  kEarly,      ///< the good one, from tomorrow on
};

/// The words of the format, in the order of the enumeration.
inline constexpr const char* kIdentityWords[] = {"plain",    "anonymous", "good",    "elsewhere",
                                                 "stranger", "self",      "expired", "early"};

}  // namespace cases
