#include "command_line/completion.h"

#include <algorithm>
#include <optional>

#include "command_line/shell_words.h"

namespace command_line {
namespace {

/// Reads the words before the cursor.
class Reader {
 public:
  Reader(const CommandDescription& program, const ValueSources& sources)
      : program_(program), command_(&program), sources_(sources) {}

  void Read(const std::string& word) {
    if (pending_) {
      call_.values[pending_->key()].push_back(word);
      pending_.reset();
    } else if (!only_positionals_ && word == "--") {
      only_positionals_ = true;
    } else if (!only_positionals_ && word.size() > 1 && word.front() == '-') {
      ReadOption(word);
    } else if (const CommandDescription* const next = CommandNamed(word)) {
      command_ = next;
      call_.command = word;
    } else if (const auto positional = NextPositional()) {
      call_.values[positional->key()].push_back(word);
    }
  }

  Completion At(const std::string& word) const {
    if (pending_) return Value(*pending_, word);
    const bool option = !only_positionals_ && word.starts_with('-');
    const std::size_t equals = word.find('=');
    if (option && word.starts_with("--") && equals != std::string::npos) {
      const auto named = OptionNamed(word.substr(0, equals));
      return named ? Value(*named, word.substr(equals + 1)) : Nothing(word);
    }
    if (option) return Options(word);
    if (TakesCommand()) return Commands(word);
    if (command_->name == kHelpCommand) return Commands(word);
    const auto positional = NextPositional();
    if (positional) return Value(*positional, word);
    return word.empty() ? Options(word) : Nothing(word);
  }

 private:
  bool TakesCommand() const { return command_ == &program_ && !program_.commands.empty(); }

  const CommandDescription* CommandNamed(const std::string& word) const {
    return TakesCommand() ? program_.command(word) : nullptr;
  }

  std::vector<Argument> KnownOptions() const {
    std::vector<Argument> options = command_->options();
    if (command_ != &program_ && command_->takes_options_of_parent) {
      for (Argument& option : program_.options()) options.push_back(std::move(option));
    }
    return options;
  }

  std::optional<Argument> OptionNamed(const std::string& name) const {
    for (Argument& option : KnownOptions()) {
      if (std::find(option.names.begin(), option.names.end(), name) != option.names.end()) {
        return std::move(option);
      }
    }
    return std::nullopt;
  }

  /// "--name", "--name=value", "-o" or "-ovalue".
  void ReadOption(const std::string& word) {
    const bool is_long = word.starts_with("--");
    const std::size_t end = is_long ? word.find('=') : 2;
    const auto option = OptionNamed(word.substr(0, end));
    if (!option) return;
    if (option->value.empty()) {
      call_.values[option->key()].emplace_back();
    } else if (end < word.size()) {
      call_.values[option->key()].push_back(word.substr(is_long ? end + 1 : end));
    } else {
      pending_ = option;
    }
  }

  std::optional<Argument> NextPositional() const {
    for (const Argument& positional : command_->positionals) {
      if (positional.repeatable || !call_.values.contains(positional.key())) return positional;
    }
    return std::nullopt;
  }

  Completion Nothing(const std::string& prefix) const {
    Completion completion;
    completion.call = call_;
    completion.prefix = prefix;
    return completion;
  }

  Completion Commands(const std::string& prefix) const {
    Completion completion = Nothing(prefix);
    for (const CommandDescription& command : program_.commands) {
      if (command.name.starts_with(prefix)) {
        completion.words.push_back({command.name, command.text});
      }
    }
    return completion;
  }

  /// The long names of options, and short ones that have no long name, that may still be given.
  Completion Options(const std::string& prefix) const {
    Completion completion = Nothing(prefix);
    for (const Argument& option : KnownOptions()) {
      if (!option.repeatable && call_.values.contains(option.key())) continue;
      for (const std::string& name : option.names) {
        const bool shown = name == option.key() || (name == prefix && prefix.size() > 1);
        if (shown && name.starts_with(prefix)) completion.words.push_back({name, option.text});
      }
    }
    return completion;
  }

  Completion Value(const Argument& argument, const std::string& prefix) const {
    Completion completion = Nothing(prefix);
    for (const std::string& choice : argument.choices) {
      if (choice.starts_with(prefix)) completion.words.push_back({choice, ""});
    }
    if (!argument.choices.empty()) return completion;
    const auto source = sources_.find(argument.key());
    if (source != sources_.end()) {
      completion.kind = source->second.kind == ValueSource::Kind::kNames ? Completion::Kind::kNames
                                                                         : Completion::Kind::kFiles;
      completion.source = argument.key();
      completion.endings = source->second.endings;
    } else if (argument.value == "DIR") {
      completion.kind = Completion::Kind::kFolders;
    } else if (argument.value.starts_with("FILE")) {
      completion.kind = Completion::Kind::kFiles;
      completion.endings = Endings(argument.value);
    }
    return completion;
  }

  /// ".svg" and ".mmd" of "FILE.svg|FILE.mmd".
  static std::vector<std::string> Endings(const std::string& value) {
    std::vector<std::string> endings;
    for (std::size_t from = 0; from < value.size();) {
      const std::size_t to = std::min(value.find('|', from), value.size());
      const std::size_t dot = value.find('.', from);
      if (dot < to) endings.push_back(value.substr(dot, to - dot));
      from = to + 1;
    }
    return endings;
  }

  const CommandDescription& program_;
  const CommandDescription* command_;
  const ValueSources& sources_;
  Call call_;
  std::optional<Argument> pending_;  // waits for its value
  bool only_positionals_ = false;
};

const char* KindName(Completion::Kind kind) {
  if (kind == Completion::Kind::kFiles) return "files";
  return kind == Completion::Kind::kFolders ? "folders" : "words";
}

}  // namespace

Completion Complete(const CommandDescription& program, const std::string& line,
                    const ValueSources& sources) {
  ShellWords split = SplitLine(line);
  // A line that ends within the program's name has nothing to complete.
  if (split.words.size() < 2) return {};
  const std::string current = split.words.back();
  Reader reader(program, sources);
  for (std::size_t i = 1; i + 1 < split.words.size(); ++i) reader.Read(split.words[i]);
  Completion completion = reader.At(current);
  completion.open_quote = split.open_quote;
  return completion;
}

Completion WithNames(const Completion& completion, const std::vector<std::string>& names) {
  Completion answered = completion;
  answered.kind = Completion::Kind::kWords;
  for (const std::string& name : names) {
    // The scripts read lines.
    if (name.find_first_of("\t\n") != std::string::npos) continue;
    if (name.starts_with(completion.prefix)) answered.words.push_back({name, ""});
  }
  return answered;
}

std::string CompletionText(const Completion& completion) {
  std::string text = KindName(completion.kind);
  if (completion.open_quote != 0) text += " quoted";
  for (const std::string& ending : completion.endings) text += " " + ending;
  text += '\n';
  for (const Candidate& candidate : completion.words) {
    text += candidate.word;
    if (!candidate.text.empty()) text += '\t' + candidate.text;
    text += '\n';
  }
  return text;
}

}  // namespace command_line
