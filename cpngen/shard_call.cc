#include "cpngen/shard_call.h"

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/read_file.h"
#include "cpngen/output_files.h"

namespace cpngen {

CallTexts CallOf(const ModelArguments& arguments, const cpn::lua::LuaModel& model) {
  base::Digest digest;
  for (const std::filesystem::path& file : InputsOf(arguments, model)) {
    digest.Add(base::ReadFile(file.string()).bytes);  // none of a folder, whose files come, too
  }
  CallTexts call{{"what the model's files hold", digest.Text()}};
  for (const auto& [place, inscription] : arguments.initial_markings) {
    call.emplace_back("--initial " + place, inscription);
  }
  return call;
}

void AddShard(const command_line::Shard& shard, const CallTexts& call, Json& json) {
  json["shard"] = command_line::ToText(shard);
  Json& texts = json["call"] = Json::object();
  for (const auto& [name, value] : call) texts[name] = value;
}

}  // namespace cpngen
