// The types of nets in PNML. Internal to pnml/.
#pragma once

namespace pnml {

inline constexpr const char* kNamespace = "http://www.pnml.org/version-2009/grammar/pnml";
inline constexpr const char* kColouredType =
    "http://www.pnml.org/version-2009/grammar/symmetricnet";
inline constexpr const char* kPlainType = "http://www.pnml.org/version-2009/grammar/ptnet";

}  // namespace pnml
