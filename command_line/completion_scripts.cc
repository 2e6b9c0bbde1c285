#include "command_line/completion_scripts.h"

#include <algorithm>
#include <cstddef>

namespace command_line {
namespace {

constexpr const char* kBash =
    R"script(# bash completion for @PROGRAM@, which is asked what can stand at the cursor.
_@FUNCTION@_completion() {
  local line=${COMP_LINE:0:COMP_POINT} reply=() endings=() entry word typed
  COMPREPLY=()
  mapfile -t reply < <("${1/#\~/$HOME}" --complete "$line" 2>/dev/null)
  read -r -a endings <<< "${reply[0]}"
  case ${endings[0]} in
    words)
      typed=${line##*[[:blank:]]}
      for entry in "${reply[@]:1}"; do
        word=${entry%%$'\t'*}
        # readline replaces what stands behind the last = or : only, if these end words for it.
        if [[ $typed == --*=* && $COMP_WORDBREAKS != *=* ]]; then
          word=${typed%%=*}=$word
        elif [[ $typed == *:* && $COMP_WORDBREAKS == *:* ]]; then
          word=${word#"${typed%"${typed##*:}"}"}
        fi
        [[ ${endings[1]} == quoted ]] || printf -v word %q "$word"
        COMPREPLY+=("$word")
      done
      ;;
    files)
      compopt -o filenames
      [[ ${endings[1]} == quoted ]] && unset 'endings[1]'
      endings=("${endings[@]:1}")
      if ((${#endings[@]} == 0)); then
        mapfile -t COMPREPLY < <(compgen -f -- "$2")
      else
        mapfile -t COMPREPLY < <(
          compgen -d -- "$2"
          for entry in "${endings[@]}"; do compgen -f -X "!*$entry" -- "$2"; done)
      fi
      ;;
    folders)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$2")
      ;;
  esac
}
complete -F _@FUNCTION@_completion @PROGRAM@
)script";

constexpr const char* kZsh = R"script(#compdef @PROGRAM@
# zsh completion for @PROGRAM@, which is asked what can stand at the cursor.
_@FUNCTION@_completion() {
  local line="${(j: :)words[1,CURRENT-1]} ${QIPREFIX}${PREFIX}" entry
  local -a reply endings found shown
  reply=("${(@f)$("${(Q)words[1]/#\~/$HOME}" --complete "$line" 2>/dev/null)}")
  endings=(${=reply[1]})
  case $endings[1] in
    words)
      for entry in "${(@)reply[2,-1]}"; do
        found+=("${entry%%$'\t'*}")
        shown+=("${entry/$'\t'/  -- }")
      done
      [[ $PREFIX == --*=* ]] && compset -P '*='
      (($#found)) && compadd -l -d shown -a found
      ;;
    files)
      [[ $PREFIX == --*=* ]] && compset -P '*='
      [[ $endings[2] == quoted ]] && endings[2]=()
      shift endings
      if (($#endings)); then
        _files -g "*(${(j:|:)endings})"
      else
        _files
      fi
      ;;
    folders)
      [[ $PREFIX == --*=* ]] && compset -P '*='
      _files -/
      ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _@FUNCTION@_completion "$@"
else
  compdef _@FUNCTION@_completion @PROGRAM@
fi
)script";

std::string Filled(std::string script, const std::string& word, const std::string& value) {
  for (std::size_t at = script.find(word); at != std::string::npos; at = script.find(word, at)) {
    script.replace(at, word.size(), value);
    at += value.size();
  }
  return script;
}

}  // namespace

std::optional<std::string> CompletionScript(const std::string& shell, const std::string& program) {
  if (shell != "bash" && shell != "zsh") return std::nullopt;
  std::string function = program;
  std::replace(function.begin(), function.end(), '-', '_');
  const std::string script = shell == "bash" ? kBash : kZsh;
  return Filled(Filled(script, "@PROGRAM@", program), "@FUNCTION@", function);
}

}  // namespace command_line
