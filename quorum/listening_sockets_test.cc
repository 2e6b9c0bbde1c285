#include "quorum/listening_sockets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <filesystem>

#include "base/temporary_folder.h"
#include "quorum/server.h"

namespace quorum {
namespace {

std::string ErrorOf(const std::string& address) {
  try {
    const ListeningSockets sockets(address);
  } catch (const ServerError& error) {
    return error.what();
  }
  return "none";
}

bool Connects(int port) {
  const Descriptor client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

TEST(ListeningSocketsTest, ListenOnAFreePort) {
  for (const char* const address : {"127.0.0.1:0", "localhost:0", "dns:///localhost:0",
                                    "ipv4:127.0.0.1:0", "0.0.0.0:0", "[::]:0"}) {
    const ListeningSockets sockets(address);
    EXPECT_GT(sockets.port(), 0) << address;
    EXPECT_TRUE(Connects(sockets.port())) << address;
  }
}

TEST(ListeningSocketsTest, APortHasOneListener) {
  const ListeningSockets first("127.0.0.1:0");
  const std::string address = "127.0.0.1:" + std::to_string(first.port());
  EXPECT_EQ(ErrorOf(address), "cannot listen on " + address + ": Address already in use");
}

TEST(ListeningSocketsTest, TheFileOfAUnixSocketGoesWithIt) {
  const base::TemporaryFolder folder;
  const std::string path = folder / "socket";
  {
    const ListeningSockets sockets("unix:" + path);
    EXPECT_EQ(sockets.port(), 0);
    EXPECT_TRUE(std::filesystem::is_socket(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ListeningSocketsTest, AUnixSocketTakesThePlaceOfADeadOneOnly) {
  const base::TemporaryFolder folder;
  const std::string file = folder.Write("file", "kept");
  EXPECT_EQ(ErrorOf("unix:" + file), "cannot listen on " + file + ": Address already in use");
  EXPECT_TRUE(std::filesystem::is_regular_file(file));
}

TEST(ListeningSocketsTest, AbstractSocketsHaveNoFile) {
  const std::string name = "cpngen-test-" + std::to_string(::getpid());
  const ListeningSockets sockets("unix-abstract:" + name);
  EXPECT_EQ(ErrorOf("unix-abstract:" + name),
            "cannot listen on " + name + ": Address already in use");
}

TEST(ListeningSocketsTest, RefusesWhatIsNoAddress) {
  EXPECT_EQ(ErrorOf("localhost"), "cannot listen on localhost: it has no port");
  EXPECT_THAT(ErrorOf("nowhere.invalid:1"),
              ::testing::StartsWith("cannot listen on nowhere.invalid:1: "));
  const std::string path(200, 'x');
  EXPECT_EQ(ErrorOf("unix:" + path),
            "cannot listen on " + path + ": the name of a Unix socket has 1 to 107 bytes");
}

}  // namespace
}  // namespace quorum
