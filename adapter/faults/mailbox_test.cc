#include "adapter/faults/mailbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace adapter {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class MailboxTest : public ::testing::Test {
 protected:
  void Hold(std::size_t fault, int sender, int message) {
    mailbox_.Hold(fault, sender, [this, message] { gone_.push_back(message); });
  }

  std::vector<int> gone_;
  Mailbox mailbox_;
};

TEST_F(MailboxTest, AFaultLetsItsOwnMessagesGoInOrder) {
  Hold(0, 1, 10);
  Hold(1, 1, 11);
  Hold(0, 2, 12);
  EXPECT_THAT(gone_, IsEmpty());
  mailbox_.Release(0);
  EXPECT_THAT(gone_, ElementsAre(10, 12));
  mailbox_.Release(1);
  EXPECT_THAT(gone_, ElementsAre(10, 12, 11));
}

TEST_F(MailboxTest, AMessageThatComesTooLateToWaitGoesOn) {
  mailbox_.Release(0);
  Hold(0, 1, 10);
  EXPECT_THAT(gone_, ElementsAre(10));
}

TEST_F(MailboxTest, WhatASenderWantedToSendGoesWithIt) {
  Hold(0, 1, 10);
  Hold(0, 2, 11);
  Hold(0, 1, 12);
  mailbox_.TakeDown(1);
  mailbox_.Release(0);
  EXPECT_THAT(gone_, ElementsAre(11));
}

TEST_F(MailboxTest, WhatASenderWantsOnItsWayDownNeverGoes) {
  mailbox_.TakeDown(1);
  Hold(0, 1, 10);
  Hold(0, 2, 11);
  mailbox_.BringBack(1);
  Hold(0, 1, 12);
  mailbox_.Release(0);
  EXPECT_THAT(gone_, ElementsAre(11, 12)) << "it would go through what is gone";
}

}  // namespace
}  // namespace adapter
