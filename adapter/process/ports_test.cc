#include "adapter/process/ports.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <set>
#include <string>
#include <vector>

#include "adapter/process/process_spec.h"

namespace adapter {
namespace {

base::FileDescriptor Bound(int type, std::uint16_t port) {
  base::FileDescriptor socket(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return {};
  }
  return socket;
}

TEST(PortsTest, APortIsFreeForTcpAndUdp) {
  const PortReservation reserved;
  EXPECT_TRUE(Bound(SOCK_STREAM, reserved.port()));
  EXPECT_TRUE(Bound(SOCK_DGRAM, reserved.port()));
}

TEST(PortsTest, PortsAreOutsideThoseOfOutgoingConnections) {
  const PortRange ephemeral = EphemeralPorts();
  for (int i = 0; i < 100; ++i) {
    const int port = PortReservation().port();
    EXPECT_TRUE(port < ephemeral.first || port > ephemeral.last) << port;
  }
}

TEST(PortsTest, NoPortIsReservedTwice) {
  std::vector<PortReservation> reserved(500);
  std::set<int> ports;
  for (const PortReservation& one : reserved) ports.insert(one.port());
  EXPECT_EQ(ports.size(), reserved.size());
}

std::string ErrorOfReserving(std::uint16_t port) {
  try {
    const PortReservation reserved({port, port});
  } catch (const ProcessError& error) {
    return error.what();
  }
  return "reserved";
}

std::string NoneIsFree(int port) {
  const PortRange ephemeral = EphemeralPorts();
  return fmt::format(
      "no port is free: of {0} to {0}, all are taken, or kept for outgoing connections ({1} to "
      "{2}, net.ipv4.ip_local_port_range)",
      port, ephemeral.first, ephemeral.last);
}

TEST(PortsTest, AReservedPortIsNotFreeUntilItsObjectGoes) {
  std::uint16_t port = 0;
  {
    const PortReservation reserved;
    port = reserved.port();
    EXPECT_EQ(ErrorOfReserving(port), NoneIsFree(port));
  }
  EXPECT_EQ(ErrorOfReserving(port), "reserved");
}

TEST(PortsTest, AReservationHoldsForOtherPrograms) {
  const PortReservation reserved;
  const pid_t child = ::fork();
  if (child == 0) ::_exit(ErrorOfReserving(reserved.port()) == NoneIsFree(reserved.port()) ? 0 : 1);
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(PortsTest, APortThatAServerHasIsNotFree) {
  std::uint16_t port = PortReservation().port();
  const base::FileDescriptor server = Bound(SOCK_STREAM, port);
  ASSERT_TRUE(server);
  EXPECT_EQ(ErrorOfReserving(port), NoneIsFree(port));
}

TEST(PortsTest, APortThatAUdpServerHasIsNotFree) {
  std::uint16_t port = PortReservation().port();
  const base::FileDescriptor server = Bound(SOCK_DGRAM, port);
  ASSERT_TRUE(server);
  EXPECT_EQ(ErrorOfReserving(port), NoneIsFree(port));
}

TEST(PortsTest, APortOfOutgoingConnectionsIsNotReserved) {
  const auto port = static_cast<std::uint16_t>(EphemeralPorts().first);
  EXPECT_EQ(ErrorOfReserving(port), NoneIsFree(port));
}

}  // namespace
}  // namespace adapter
