// What the adapter's part of a system under test costs: instances with three processes each, and
// links through a proxy against direct connections.
//
//   build/release/bin/external_systems [SECONDS]     seconds for each measurement, 2 by default
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "adapter/process/process_tree.h"
#include "adapter/proxy/proxy.h"
#include "adapter/proxy/sockets.h"

namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Starts and ends instances of three processes; returns how many a second.
double InstancesPerSecond(double seconds) {
  const auto start = Clock::now();
  int count = 0;
  for (; SecondsSince(start) < seconds; ++count) {
    adapter::ProcessTree tree;
    for (const char* name : {"a", "b", "c"}) {
      adapter::ProcessSpec spec;
      spec.name = name;
      spec.command = {"sleep", "1000"};
      tree.Start(spec);
    }
  }
  return count / SecondsSince(start);
}

// Kills and starts one of three processes again; returns how many times a second.
double RestartsPerSecond(double seconds) {
  adapter::ProcessTree tree;
  for (const char* name : {"a", "b", "c"}) {
    adapter::ProcessSpec spec;
    spec.name = name;
    spec.command = {"sleep", "1000"};
    tree.Start(spec);
  }
  const auto start = Clock::now();
  int count = 0;
  for (; SecondsSince(start) < seconds; ++count) tree.Restart("b");
  return count / SecondsSince(start);
}

// A server that sends everything back, or reads it only, to one client after the other.
class Server {
 public:
  explicit Server(bool echoes)
      : listener_(Listening()), serving_([this, echoes] { Serve(echoes); }) {}
  ~Server() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    serving_.join();
  }
  std::uint16_t port() const { return adapter::PortOf(listener_.get()); }

 private:
  void Serve(bool echoes) const {
    std::vector<char> buffer(1 << 16);
    while (true) {
      const base::FileDescriptor client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!client) return;
      adapter::SendWithoutDelay(client.get());
      ssize_t count = 0;
      while ((count = ::recv(client.get(), buffer.data(), buffer.size(), 0)) > 0) {
        if (echoes) ::send(client.get(), buffer.data(), static_cast<std::size_t>(count), 0);
      }
      // Says that all has come.
      ::send(client.get(), "!", 1, MSG_NOSIGNAL);
    }
  }

  // Blocks, as a system's own sockets do.
  static base::FileDescriptor Listening() {
    base::FileDescriptor socket = adapter::BoundTcp(0);
    if (!socket || !adapter::ListenOn(socket.get())) throw std::runtime_error("no port");
    ::fcntl(socket.get(), F_SETFL, 0);
    return socket;
  }

  base::FileDescriptor listener_;
  std::thread serving_;
};

base::FileDescriptor Connect(std::uint16_t port) {
  base::FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = adapter::LoopbackAddress(port);
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("no connection");
  }
  adapter::SendWithoutDelay(socket.get());
  return socket;
}

double RoundTripsPerSecond(std::uint16_t port, double seconds) {
  const base::FileDescriptor client = Connect(port);
  const std::string message(64, 'x');
  std::vector<char> reply(message.size());
  const auto start = Clock::now();
  int count = 0;
  for (; SecondsSince(start) < seconds; ++count) {
    ::send(client.get(), message.data(), message.size(), 0);
    ::recv(client.get(), reply.data(), reply.size(), MSG_WAITALL);
  }
  return count / SecondsSince(start);
}

double MegabytesPerSecond(std::uint16_t port, double seconds) {
  const base::FileDescriptor client = Connect(port);
  const std::string block(1 << 16, 'x');
  const auto start = Clock::now();
  double bytes = 0;
  while (SecondsSince(start) < seconds) {
    const ssize_t sent = ::send(client.get(), block.data(), block.size(), 0);
    if (sent > 0) bytes += static_cast<double>(sent);
  }
  ::shutdown(client.get(), SHUT_WR);
  char done = 0;
  ::recv(client.get(), &done, 1, 0);
  return bytes / 1e6 / SecondsSince(start);
}

void Print(const char* what, double direct, double through) {
  fmt::print("{:<24} direct {:>9.0f}   through the proxy {:>9.0f}   ratio {:.2f}\n", what, direct,
             through, through / direct);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 2;
  fmt::print("instances of 3 processes, started and ended: {:.0f} a second\n",
             InstancesPerSecond(seconds));
  fmt::print("restarts of a process: {:.0f} a second\n", RestartsPerSecond(seconds));
  adapter::Proxy proxy;
  {
    const Server server(true);
    const auto port = proxy.AddLink({"echo", adapter::LinkProtocol::kTcp, 0, server.port()});
    const double direct = RoundTripsPerSecond(server.port(), seconds);
    Print("round trips a second", direct, RoundTripsPerSecond(port, seconds));
  }
  {
    const Server server(false);
    const auto port = proxy.AddLink({"bulk", adapter::LinkProtocol::kTcp, 0, server.port()});
    const double direct = MegabytesPerSecond(server.port(), seconds);
    Print("megabytes a second", direct, MegabytesPerSecond(port, seconds));
  }
}
