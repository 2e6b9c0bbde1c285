#include "systematic/fibers/fiber.h"

#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace systematic::fibers {
namespace {

TEST(FiberTest, StopsInItsMiddleAndGoesOn) {
  std::vector<int> order;
  Fiber* inside = nullptr;
  Fiber fiber([&] {
    order.push_back(1);
    inside->Suspend();
    order.push_back(3);
  });
  inside = &fiber;
  fiber.Resume();
  order.push_back(2);
  EXPECT_FALSE(fiber.ended());
  fiber.Resume();
  EXPECT_EQ(order, (std::vector{1, 2, 3}));
  EXPECT_TRUE(fiber.ended());
}

TEST(FiberTest, ExceptionsOfFibersDoNotMix) {
  std::string caught;
  std::vector<std::unique_ptr<Fiber>> fibers;
  for (const char* const name : {"a", "b"}) {
    fibers.push_back(std::make_unique<Fiber>([&, name, self = fibers.size()] {
      try {
        throw std::runtime_error(name);
      } catch (const std::exception&) {
        fibers[self]->Suspend();  // the other one catches, too, and ends before this one or after
        try {
          throw;
        } catch (const std::exception& error) {
          caught += error.what();
        }
      }
    }));
  }
  for (const std::size_t next : {0, 1, 0, 1}) fibers[next]->Resume();
  EXPECT_EQ(caught, "ab");
  EXPECT_EQ(std::current_exception(), nullptr);
}

TEST(FiberTest, UnwindingMayStop) {
  struct Stops {
    ~Stops() { fiber->Suspend(); }
    Fiber* fiber;
  };
  int unwinding = -1;
  Fiber* inside = nullptr;
  Fiber fiber([&] {
    try {
      const Stops stops{inside};
      throw std::runtime_error("on its way");
    } catch (const std::runtime_error&) {
      unwinding = std::uncaught_exceptions();
    }
  });
  inside = &fiber;
  fiber.Resume();
  EXPECT_EQ(std::uncaught_exceptions(), 0);
  fiber.Resume();
  EXPECT_EQ(unwinding, 0);
}

TEST(FiberTest, ManyUseTheSameStacks) {
  for (int i = 0; i < 10'000; ++i) {
    bool ran = false;
    Fiber fiber([&] { ran = true; });
    fiber.Resume();
    ASSERT_TRUE(ran);
  }
}

TEST(FiberTest, OneThatNeverEndsKeepsWhatItHas) {
  const auto object = std::make_shared<int>(1);
  Fiber* inside = nullptr;
  {
    Fiber fiber([&inside, object] {
      const std::vector<std::shared_ptr<int>> held = {object};
      inside->Suspend();
    });
    inside = &fiber;
    fiber.Resume();
  }
  EXPECT_EQ(object.use_count(), 3);
}

TEST(FiberTest, OneThatNeverBeganLetsGo) {
  const auto object = std::make_shared<int>(1);
  {
    const Fiber fiber([object] {});
  }
  EXPECT_EQ(object.use_count(), 1);
}

}  // namespace
}  // namespace systematic::fibers
