// For tests: a small program with one of everything.
//
// Thread safety: as CLI11, one thread.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <string>
#include <vector>

#include "command_line/about_itself.h"

namespace command_line {

class ExampleProgram {
 public:
  ExampleProgram() {
    app_.set_version_flag("--version", "press 1.0");
    app_.add_option("--servers", servers_, "all of them")->type_name("LIST");
    app_.footer("\nExit codes: 0 done; 1 a page is torn;\nor wet; 2 the call is wrong.\n");
    CLI::App* const print = app_.add_subcommand("print", "print a book");
    print->add_option("BOOK", book_, "what to print")->required();
    print->add_option("--paper", paper_, "which kind")
        ->type_name("KIND")
        ->check(CLI::IsMember({"a4", "a5"}))
        ->capture_default_str();
    print->add_option("-o,--output", output_, "the proof")
        ->type_name("FILE.pdf|FILE.ps")
        ->required();
    print->add_option("--chapter", chapters_, "this one only")
        ->type_name("NAME")
        ->allow_extra_args(false);
    print->add_option("--copies", copies_, "how many")->type_name("N")->check(CLI::Range(1, 9));
    print->add_flag("--draft", flag_, "without pictures");
    CLI::Option_group* const ink = print->add_option_group("Ink", "one of these");
    ink->add_flag("--black", flag_, "cheap");
    ink->add_flag("--colour", flag_, "dear");
    print->footer(
        "\nPrints a book,\npage by page.\n\nExamples: two proofs\n  press print a.tex -o a.pdf\n"
        "    --draft                          quickly\n");
    CLI::App* const bind = app_.add_subcommand("bind", "Binds the pages: with glue");
    bind->add_option("PAGES", pages_, "folders of pages")->expected(1, 99);
    bind->add_option("--cover", cover_, "where covers are")->type_name("DIR");
    bind->fallthrough();
    AddHelpCommand(app_);
  }

  const CLI::App& app() const { return app_; }

  static ValueSources Sources() {
    return {{"BOOK", {ValueSource::Kind::kFiles, {".tex"}}},
            {"--chapter", {ValueSource::Kind::kNames, {}}}};
  }

 private:
  CLI::App app_{"Prints books: one at a time.", "press"};
  std::string servers_, book_, paper_ = "a4", output_, cover_;
  std::vector<std::string> chapters_, pages_;
  int copies_ = 1;
  bool flag_ = false;
};

}  // namespace command_line
