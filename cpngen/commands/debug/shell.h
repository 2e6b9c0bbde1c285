// The commands of `cpngen debug`: lines in, text out. Knows no terminal, so that tests, scripts and
// line editing use the same.
//
// A command may be shortened: a word means the first of Commands() that begins so. An empty line is
// the last line again.
// Thread safety: as the session.
// Source: Killian, Anderson, Jhala, Vahdat (NSDI 2007), section on Mdb; words are gdb's where it
// has them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/regular_expression.h"
#include "cpngen/options/exit_code.h"
#include "debugger/net_session.h"
#include "debugger/trace_session.h"
#include "trace/trace.h"

namespace cpngen {

class EventGraph;

/// What is looked at, and how it came here.
struct DebugSubject {
  std::string path;  ///< of the model or the trace, for files that are saved
  std::unique_ptr<cpn::lua::LuaModel> model;   ///< null: a trace without a model
  std::unique_ptr<debugger::Session> session;  ///< a NetSession when there is a model
  std::vector<std::filesystem::path> inputs;   ///< files that must not be written over
};

class DebugShell {
 public:
  /// A command: what it is called, what it is told, and what it does.
  struct Command {
    const char* name;
    const char* arguments;  ///< "[N]"
    const char* summary;    ///< one line
    const char* help;       ///< more lines, or empty
    void (DebugShell::*run)(const std::string& rest);
    bool needs_model;
  };
  static const std::vector<Command>& Commands();

  /// `interrupted` says whether somebody asked to stop; commands that take long ask it.
  DebugShell(DebugSubject subject, std::ostream* out, std::function<bool()> interrupted = {});
  ~DebugShell();

  /// Does what the line says; false when it was the last one. What is wrong is printed.
  bool Execute(std::string line);
  /// The first thing that went wrong, as a program ends; kDone: nothing.
  ExitCode exit_code() const { return exit_code_; }
  /// Where the run is, in some lines: what a user sees first.
  void ShowWelcome();
  std::string Prompt() const;
  /// Whole lines that `line` can become: commands, and names where one is told.
  std::vector<std::string> Completions(const std::string& line) const;

 private:
  // Commands, in the files that say what they are about.
  void Step(const std::string& rest);
  void Back(const std::string& rest);
  void Jump(const std::string& rest);
  void Continue(const std::string& rest);
  void Break(const std::string& rest);
  void Delete(const std::string& rest);
  void Fire(const std::string& rest);
  void Choices(const std::string& rest);
  void Bookmark(const std::string& rest);
  void Return(const std::string& rest);
  void Undo(const std::string& rest);
  void Branches(const std::string& rest);
  void Marking(const std::string& rest);
  void Diff(const std::string& rest);
  void FileDiff(const std::string& rest);
  void Why(const std::string& rest);
  void Graph(const std::string& rest);
  void Node(const std::string& rest);
  void Filter(const std::string& rest);
  void List(const std::string& rest);
  void Live(const std::string& rest);
  void Save(const std::string& rest);
  void Help(const std::string& rest);
  void Quit(const std::string& rest);

  const Command* Find(const std::string& word) const;
  debugger::NetSession& net();
  debugger::Session& session() { return *subject_.session; }
  void Print(const std::string& text);
  /// The step that was taken last, with what it changes and what is said of it.
  void ShowPlace();
  /// One line of a step, marked when it is the present one.
  std::string Line(std::size_t number);
  void PrintRemarks(std::size_t step);
  void PrintBookmarks();
  /// Is it among the steps that `node` and `filter` leave?
  bool IsShown(std::size_t number);
  std::size_t NumberOf(const std::string& text) const;
  std::size_t SentAt(std::size_t number, const std::string& sender);
  void AddSurroundings(EventGraph& graph, std::size_t from, std::size_t last);
  void AddToGraph(EventGraph& graph, std::size_t number);
  std::vector<std::string> Modules() const;
  /// Lines of a state difference between the session and another one, each at its step.
  void PrintDifference(const std::vector<std::string>& lines);

  DebugSubject subject_;
  debugger::NetSession* net_ = nullptr;
  std::ostream& out_;
  std::function<bool()> interrupted_;
  std::string last_line_;
  std::string node_;
  std::string filter_text_;
  std::optional<base::RegularExpression> filter_;
  ExitCode exit_code_ = ExitCode::kDone;
  bool goes_on_ = true;
};

}  // namespace cpngen
