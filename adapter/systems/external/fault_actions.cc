#include "adapter/systems/external/fault_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "adapter/systems/external/placeholders.h"
#include "base/nearest.h"
#include "oracles/observed_event.h"

namespace adapter::external {
namespace {

bool IsOfProcesses(Action action) {
  return action == Action::kKill || action == Action::kRestart || action == Action::kPause ||
         action == Action::kResume;
}

std::vector<std::string> AllTargets(Action action, const SystemDescription& system) {
  std::vector<std::string> all;
  if (IsOfProcesses(action)) {
    for (const ProcessDescription& process : system.processes) all.push_back(process.name);
  } else {
    for (const LinkDescription& link : system.links) all.push_back(NameOf(link, system));
  }
  return all;
}

/// The links of a target: "a -> b", "a -> *", "* -> b", "a <-> b", or all of a process, "a".
bool Means(const std::string& target, const std::string& link) {
  const std::size_t both = target.find(" <-> ");
  if (both != std::string::npos) {
    const std::string a = target.substr(0, both);
    const std::string b = target.substr(both + 5);
    return Means(a + " -> " + b, link) || Means(b + " -> " + a, link);
  }
  const std::size_t arrow = link.find(" -> ");
  const std::string from = link.substr(0, arrow);
  const std::string to = link.substr(arrow + 4);
  const std::string process = to.substr(0, to.find('.'));
  const std::size_t wanted = target.find(" -> ");
  if (wanted == std::string::npos) return target == "*" || target == from || target == process;
  const std::string wanted_from = target.substr(0, wanted);
  const std::string wanted_to = target.substr(wanted + 4);
  return (wanted_from == "*" || wanted_from == from) &&
         (wanted_to == "*" || wanted_to == to || wanted_to == process);
}

std::vector<std::string> Matching(Action action, const std::string& target,
                                  const SystemDescription& system) {
  const std::vector<std::string> all = AllTargets(action, system);
  std::vector<std::string> matching;
  std::ranges::copy_if(all, std::back_inserter(matching), [&](const std::string& known) {
    return IsOfProcesses(action) ? target == "*" || target == known : Means(target, known);
  });
  if (matching.empty()) {
    throw FaultError(fmt::format("{} {}: there is no such {}{}", WordOf(action), target,
                                 IsOfProcesses(action) ? "process" : "link",
                                 base::DidYouMean(target, all)));
  }
  return matching;
}

bool IsUdp(const std::string& name, const SystemDescription& system) {
  return std::ranges::any_of(system.links, [&](const LinkDescription& link) {
    return link.udp && NameOf(link, system) == name;
  });
}

std::uint64_t AmountOf(const std::string& text) {
  std::uint64_t amount = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw FaultError(fmt::format("by \"{}\" is no number", text));
  }
  return amount;
}

void DoToProcess(const Deed& deed, Instance& instance, Instance::Deadline deadline) {
  ProcessTree& tree = instance.tree();
  const bool runs = !tree.Exited(deed.target);
  switch (deed.action) {
    case Action::kKill:
      if (!runs) throw FaultError(fmt::format("{}: it does not run", deed.text));
      tree.Kill(deed.target);
      break;
    case Action::kRestart:
      instance.Restart(deed.target, deadline);
      break;
    case Action::kPause:
      if (!tree.Pause(deed.target)) throw FaultError(fmt::format("{}: it does not run", deed.text));
      break;
    default:
      if (!tree.IsPaused(deed.target)) {
        throw FaultError(fmt::format("{}: it is not paused", deed.text));
      }
      tree.Resume(deed.target);
  }
}

void DoToLink(const Deed& deed, Proxy& proxy) {
  switch (deed.action) {
    case Action::kCut:
      return proxy.Cut(deed.target);
    case Action::kPartition:
      return proxy.Partition(deed.target);
    case Action::kHeal:
      return proxy.Heal(deed.target);
    case Action::kDelay:
      return proxy.Delay(deed.target, std::chrono::milliseconds(deed.amount));
    case Action::kThrottle:
      return proxy.Throttle(deed.target, deed.amount);
    case Action::kHalfOpen:
      if (proxy.HalfOpen(deed.target, deed.from_is_reset ? LinkSide::kClient : LinkSide::kTarget) ==
          0) {
        throw FaultError(fmt::format("{}: it has no connection", deed.text));
      }
      break;
    default:
      proxy.DropConnections(deed.target);
  }
}

}  // namespace

const char* WordOf(Action action) {
  switch (action) {
    case Action::kKill:
      return "kill";
    case Action::kRestart:
      return "restart";
    case Action::kPause:
      return "pause";
    case Action::kResume:
      return "resume";
    case Action::kCut:
      return "cut";
    case Action::kPartition:
      return "partition";
    case Action::kHeal:
      return "heal";
    case Action::kDelay:
      return "delay";
    case Action::kThrottle:
      return "throttle";
    case Action::kDisconnect:
      return "disconnect";
    case Action::kHalfOpen:
      return "half_open";
  }
  return "";
}

std::vector<Deed> DeedsOf(const FaultDescription& fault, const xml::Element& stimulus,
                          const SystemDescription& system) {
  const oracles::ObservedEvent fields = oracles::EventOf(stimulus);
  const auto value = [&](std::string_view inside) -> std::optional<std::string> {
    for (const auto& [name, text] : fields.fields) {
      if (name == inside || (name.empty() && inside == "text")) return text;
    }
    return std::nullopt;
  };
  std::vector<Deed> deeds;
  try {
    for (const FaultAction& action : fault.actions) {
      const std::string amount = FillIn(action.amount, value);
      for (const std::string& target : action.targets) {
        for (const std::string& one : Matching(action.action, FillIn(target, value), system)) {
          const std::string by = amount.empty() ? "" : " by " + amount;
          const std::string text = fmt::format("{} {}{}", WordOf(action.action), one, by);
          if (action.action == Action::kHalfOpen && IsUdp(one, system)) {
            throw FaultError(fmt::format("{}: the link has datagrams, no connections", text));
          }
          deeds.push_back({action.action, one, amount.empty() ? 0 : AmountOf(amount),
                           action.from_is_reset, text});
        }
      }
    }
  } catch (const PlaceholderError& error) {
    throw FaultError(error.what());
  }
  return deeds;
}

void Undo(const std::vector<Deed>& deeds, Instance& instance, Instance::Deadline deadline) {
  std::map<std::string, Action> last;  // what was done last to each process and link
  for (const Deed& deed : deeds) last[deed.target] = deed.action;
  for (const auto& [target, action] : last) {
    try {
      if (action == Action::kKill) {
        instance.Restart(target, deadline);
      } else if (action == Action::kPause) {
        instance.tree().Resume(target);
      } else if (!IsOfProcesses(action) && action != Action::kHeal) {
        instance.proxy()->DropConnections(target);
        instance.proxy()->Heal(target);
      }
    } catch (const ProcessError& error) {
      throw SystemError(error.what());
    } catch (const ProxyError& error) {
      throw SystemError(error.what());
    }
  }
}

void Do(const Deed& deed, Instance& instance, Instance::Deadline deadline) {
  try {
    if (IsOfProcesses(deed.action)) {
      DoToProcess(deed, instance, deadline);
    } else {
      DoToLink(deed, *instance.proxy());
    }
  } catch (const ProcessError& error) {
    throw SystemError(error.what());
  } catch (const ProxyError& error) {
    throw SystemError(error.what());
  }
}

}  // namespace adapter::external
