#include "command_line/simple_program.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>
#include <variant>

#include "command_line/about_itself.h"
#include "command_line/standard_streams.h"
#include "command_line/unknown_words.h"

namespace command_line {
namespace {

constexpr int kDone = 0;
constexpr int kWrongCall = 2;

/// The program has no names that only it can tell.
Answer TextOf(const std::variant<Answer, Completion>& about) {
  if (const auto* const answer = std::get_if<Answer>(&about)) return *answer;
  return {false, CompletionText(WithNames(std::get<Completion>(about), {}))};
}

}  // namespace

std::optional<int> ParseOrAnswer(CLI::App& app, const std::vector<std::string>& words) {
  if (const auto about = AboutItself(words, app)) {
    const Answer answer = TextOf(*about);
    (answer.refused ? std::cerr : std::cout) << answer.text;
    return answer.refused ? kWrongCall : EndOfOutput(app.get_name(), kDone, std::cout, std::cerr);
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    return std::nullopt;
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
    return EndOfOutput(app.get_name(), kDone, std::cout, std::cerr);
  } catch (const CLI::ParseError& error) {
    std::cerr << Refusal(WhatIsWrong(error, app), app);
    return kWrongCall;
  }
}

}  // namespace command_line
