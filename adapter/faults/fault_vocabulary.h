// The faults that cases of a system can ask for, in words for people and programs.
//
// Plain values and pure functions.
#pragma once

#include <string>
#include <vector>

namespace adapter {

struct FaultVocabulary {
  struct Fault {
    std::string element;                ///< of a suite
    std::vector<std::string> children;  ///< of the element: "ID", "[Restart]", "ID..."
    std::string meaning;
    std::string how = "";  ///< what brings it about; empty: the adapter, always
  };
  struct Word {
    std::string name;
    std::string meaning;
    std::string instrumentation = "";  ///< the system's own name of a point; empty: it has none
  };
  struct Words {
    std::string title;  ///< the elements whose texts they are: "At, Until"
    std::string key;    ///< of the list in JSON
    std::vector<Word> words;
  };
  std::string heading;
  std::vector<Fault> faults;
  std::vector<Words> words;
  std::string note;  ///< at the end, whole lines
};

/// For people.
std::string TextFaults(const FaultVocabulary& vocabulary);
/// {faults: [...], and a list of names and meanings under the key of each of the words}.
std::string JsonFaults(const FaultVocabulary& vocabulary);

}  // namespace adapter
