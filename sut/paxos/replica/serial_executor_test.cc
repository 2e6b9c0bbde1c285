#include "sut/paxos/replica/serial_executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

namespace paxos {
namespace {

using testing::ElementsAre;

TEST(SerialExecutorTest, RunsAnEventOnThePostingThread) {
  SerialExecutor executor;
  std::thread::id ran_on;
  EXPECT_TRUE(executor.Post([&] { ran_on = std::this_thread::get_id(); }));
  EXPECT_EQ(ran_on, std::this_thread::get_id());
}

TEST(SerialExecutorTest, EventPostedByAnEventRunsAfterIt) {
  SerialExecutor executor;
  std::vector<int> order;
  executor.Post([&] {
    executor.Post([&] { order.push_back(2); });
    order.push_back(1);
  });
  EXPECT_THAT(order, ElementsAre(1, 2));
}

TEST(SerialExecutorTest, EventPostedMeanwhileRunsOnTheRunningThread) {
  SerialExecutor executor;
  std::promise<void> running, go_on;
  std::vector<int> order;
  std::thread first([&] {
    executor.Post([&] {
      running.set_value();
      go_on.get_future().wait();
      order.push_back(1);
    });
  });
  running.get_future().wait();
  EXPECT_TRUE(executor.Post([&] { order.push_back(2); }));  // returns though the first one runs
  go_on.set_value();
  first.join();
  EXPECT_THAT(order, ElementsAre(1, 2));
}

TEST(SerialExecutorTest, ClosedAcceptsNothing) {
  SerialExecutor executor;
  executor.Close();
  executor.Close();
  bool ran = false;
  EXPECT_FALSE(executor.Post([&] { ran = true; }));
  EXPECT_FALSE(ran);
}

TEST(SerialExecutorTest, CloseWaitsForAcceptedEvents) {
  SerialExecutor executor;
  std::promise<void> running, go_on;
  std::vector<int> order;
  std::thread first([&] {
    executor.Post([&] {
      running.set_value();
      go_on.get_future().wait();
      order.push_back(1);
    });
  });
  running.get_future().wait();
  executor.Post([&] { order.push_back(2); });
  std::thread closing([&] { executor.Close(); });
  go_on.set_value();
  closing.join();
  EXPECT_THAT(order, ElementsAre(1, 2));
  first.join();
}

TEST(SerialExecutorTest, EventThatThrowsHoldsUpNeitherOthersNorClose) {
  SerialExecutor executor;
  std::vector<int> order;
  const auto post = [&] {
    executor.Post([&] {
      executor.Post([&] {
        order.push_back(2);
        throw std::runtime_error("second");
      });
      order.push_back(1);
      throw std::runtime_error("first");
    });
  };
  EXPECT_THAT(post, testing::ThrowsMessage<std::runtime_error>("first"));
  EXPECT_TRUE(executor.Post([&] { order.push_back(3); }));
  executor.Close();
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

}  // namespace
}  // namespace paxos
