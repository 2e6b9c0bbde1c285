// Which requests the local server answers: those of its own page, in a browser on this machine.
//
// The server listens on loopback only, but every page that the user has open can send requests
// there. What keeps them out:
//  1. Host must name this server's own address, so that a name of somebody else that now leads to
//     this machine (DNS rebinding) gets nothing;
//  2. Origin, when a browser sends it, must be that of this server, and Sec-Fetch-Site must not say
//     that another site asks;
//  3. the path begins with the token, which no other page knows, and a question has it in a header
//     as well, which no form can send;
//  4. a question is a POST of JSON, which another origin cannot send without asking first.
// Thread safety: free functions without state.
// Source: Jackson et al., "Protecting browsers from DNS rebinding attacks" (CCS 2007); the Fetch
// standard for Origin and Sec-Fetch-Site.
#pragma once

#include <string>
#include <string_view>

namespace explorer {

inline constexpr std::string_view kTokenHeader = "X-Explorer-Token";

/// The parts of a request that count; texts that it lacks are empty.
struct RequestHead {
  std::string method = {};
  std::string path = {};
  std::string host = {};
  std::string origin = {};
  std::string fetch_site = {};
  std::string content_type = {};
  std::string token = {};  ///< of kTokenHeader
};

struct Decision {
  enum class Kind {
    kRefused,   ///< by `status`, without a word
    kFile,      ///< of the page, `name`; empty: the page itself
    kQuestion,  ///< `name`
  };
  Kind kind = Kind::kRefused;
  int status = 403;
  std::string name = {};
};

/// What becomes of a request to the server on that port that has this token.
Decision Decide(const RequestHead& request, int port, std::string_view token);

}  // namespace explorer
