#include "adapter/driver_protocol/stdio_link.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "adapter/driver_protocol/json_lines.h"

namespace adapter::driver_protocol {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

Deadline In(milliseconds span) { return std::chrono::steady_clock::now() + span; }

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    read = base::FileDescriptor(ends[0]);
    write = base::FileDescriptor(ends[1]);
  }
  base::FileDescriptor read;
  base::FileDescriptor write;
};

/// A link, and the driver's ends of its pipes.
class StdioLinkTest : public ::testing::Test {
 protected:
  StdioLinkTest() {
    Pipe input;
    Pipe output;
    link_ = std::make_unique<StdioLink>(std::move(input.write), std::move(output.read));
    input_ = std::move(input.read);
    output_ = std::move(output.write);
  }

  void DriverWrites(std::string_view text) {
    while (!text.empty()) {
      const ssize_t size = write(output_.get(), text.data(), text.size());
      ASSERT_GT(size, 0);
      text.remove_prefix(static_cast<std::size_t>(size));
    }
  }
  void DriverEnds() { output_ = base::FileDescriptor(); }

  FromDriver Receive() {
    while (true) {
      if (auto message = link_->TryReceive()) return *message;
      link_->Wait(In(seconds(10)));
    }
  }
  std::string ErrorOfReceive() {
    try {
      Receive();
    } catch (const DriverError& error) {
      return error.what();
    }
    return "no error";
  }

  std::unique_ptr<StdioLink> link_;
  base::FileDescriptor input_;
  base::FileDescriptor output_;
};

TEST_F(StdioLinkTest, MessagesGoAsLines) {
  link_->Send(Hello{1, "lock"}, In(seconds(10)));
  std::array<char, 200> bytes{};
  const ssize_t size = read(input_.get(), bytes.data(), bytes.size());
  EXPECT_EQ(std::string(bytes.data(), static_cast<std::size_t>(size)),
            "{\"hello\":{\"version\":1,\"system\":\"lock\"}}\n");
}

TEST_F(StdioLinkTest, LinesComeAsMessagesHoweverTheyAreCut) {
  EXPECT_EQ(link_->TryReceive(), std::nullopt);
  DriverWrites("{\"done\":{\"id\":1}}\n{\"done\":");
  EXPECT_EQ(std::get<Done>(Receive()).id, 1);
  EXPECT_EQ(link_->TryReceive(), std::nullopt);
  DriverWrites("{\"id\":2}}\r\n{\"done\":{\"id\":3}}\n");
  EXPECT_EQ(std::get<Done>(Receive()).id, 2);
  EXPECT_EQ(std::get<Done>(Receive()).id, 3);
}

TEST_F(StdioLinkTest, AThousandMessagesInOneGo) {
  std::string text;
  for (int i = 1; i <= 1000; ++i) text += "{\"done\":{\"id\":" + std::to_string(i) + "}}\n";
  std::jthread driver([&] { DriverWrites(text); });
  for (int i = 1; i <= 1000; ++i) ASSERT_EQ(std::get<Done>(Receive()).id, i);
}

TEST_F(StdioLinkTest, WhatWasSentBeforeTheEndIsTakenFirst) {
  DriverWrites("{\"done\":{\"id\":1}}\n");
  DriverEnds();
  EXPECT_EQ(std::get<Done>(Receive()).id, 1);
  EXPECT_EQ(ErrorOfReceive(), "the driver has ended, or closed its standard output");
  EXPECT_EQ(ErrorOfReceive(), "the driver has ended, or closed its standard output");
}

TEST_F(StdioLinkTest, AWaitEndsWhenSomebodyWakesIt) {
  std::jthread other([&] { link_->Wake(); });
  link_->Wait(Deadline::max());
  EXPECT_EQ(link_->TryReceive(), std::nullopt);
}

TEST_F(StdioLinkTest, OneWaitIsWokenOnce) {
  link_->Wake();
  link_->Wake();
  link_->Wait(Deadline::max());
  const Deadline soon = In(milliseconds(20));
  link_->Wait(soon);
  EXPECT_GE(std::chrono::steady_clock::now(), soon);
}

TEST_F(StdioLinkTest, AnEndInTheMiddleOfALine) {
  DriverWrites("{\"done\"");
  DriverEnds();
  EXPECT_EQ(ErrorOfReceive(), "the driver ended in the middle of a line of 7 bytes");
}

TEST_F(StdioLinkTest, GarbageIsAnErrorForGood) {
  DriverWrites("hello\n{\"done\":{\"id\":1}}\n");
  EXPECT_EQ(ErrorOfReceive(), "the driver sent what is no JSON, at byte 1: hello");
  EXPECT_EQ(ErrorOfReceive(), "the driver sent what is no JSON, at byte 1: hello");
}

TEST_F(StdioLinkTest, ALineWithoutEnd) {
  std::jthread driver([&] { DriverWrites(std::string(kLongestLine + 1, 'x')); });
  EXPECT_EQ(ErrorOfReceive(), "the driver sent a line of more than 1048576 bytes");
}

TEST_F(StdioLinkTest, ADriverThatDoesNotRead) {
  const Stimulus large{1, "Large", {}, std::string(100'000, 'x')};
  const auto send = [&] {
    for (int i = 0; i < 100; ++i) link_->Send(large, In(milliseconds(20)));
  };
  try {
    send();
    FAIL();
  } catch (const DriverError& error) {
    EXPECT_STREQ(error.what(), "the driver does not read its standard input");
  }
}

TEST_F(StdioLinkTest, ADriverThatWritesBeforeItReadsIsNoDeadlock) {
  const std::string line = "{\"log\":{\"line\":\"" + std::string(100'000, 'x') + "\"}}\n";
  std::jthread driver([&] {
    DriverWrites(line + line);
    std::array<char, 65536> bytes{};
    for (ssize_t all = 0; all < 1'000'000;) {
      const ssize_t size = read(input_.get(), bytes.data(), bytes.size());
      if (size <= 0) break;
      all += size;
    }
  });
  link_->Send(Stimulus{1, "Large", {}, std::string(1'000'000, 'x')}, In(seconds(60)));
  EXPECT_EQ(std::get<Log>(Receive()).line.size(), 100'000u);
}

TEST_F(StdioLinkTest, ADriverThatClosedItsInput) {
  input_ = base::FileDescriptor();
  try {
    link_->Send(EndCase{1}, In(seconds(10)));
    FAIL();
  } catch (const DriverError& error) {
    EXPECT_STREQ(error.what(), "the driver has closed its standard input");
  }
}

TEST_F(StdioLinkTest, AFlood) {
  std::jthread driver([&] {
    const std::string line = "{\"log\":{\"line\":\"" + std::string(60'000, 'x') + "\"}}\n";
    for (std::size_t sent = 0; sent < kMostWaitingBytes * 2; sent += line.size()) {
      if (write(output_.get(), line.data(), line.size()) <= 0) break;
    }
  });
  // The driver does not read either, so that a long message waits and takes in what comes.
  try {
    link_->Send(Stimulus{1, "Large", {}, std::string(1'000'000, 'x')}, In(seconds(60)));
    FAIL();
  } catch (const DriverError& error) {
    EXPECT_STREQ(error.what(), "the driver sends more than can be taken");
  }
  link_.reset();
}

}  // namespace
}  // namespace adapter::driver_protocol
