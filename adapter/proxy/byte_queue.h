// Bytes on their way, each with the time before which it may not arrive.
//
// Invariant: the times never decrease; times are whole milliseconds, so that many small pieces do
// not make many chunks. Not thread-safe.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <string>
#include <string_view>

namespace adapter {

class ByteQueue {
 public:
  using Time = std::chrono::steady_clock::time_point;

  bool empty() const { return chunks_.empty(); }
  std::size_t size() const { return size_; }

  void Push(std::string_view data, Time due) {
    due = std::chrono::ceil<std::chrono::milliseconds>(std::max(due, last_due_));
    constexpr std::size_t kLargestChunk = 65'536;
    if (chunks_.empty() || chunks_.back().due != due ||
        chunks_.back().bytes.size() + data.size() > kLargestChunk) {
      chunks_.push_back({std::string(data), 0, due});
    } else {
      chunks_.back().bytes += data;
    }
    size_ += data.size();
    last_due_ = due;
  }

  /// The first bytes that have the same time; not for an empty queue.
  std::string_view front() const {
    return std::string_view(chunks_.front().bytes).substr(chunks_.front().begin);
  }
  Time due() const { return chunks_.front().due; }

  /// Removes that many bytes of front().
  void Pop(std::size_t count) {
    Chunk& chunk = chunks_.front();
    chunk.begin += count;
    size_ -= count;
    if (chunk.begin == chunk.bytes.size()) chunks_.pop_front();
  }

  void Clear() {
    chunks_.clear();
    size_ = 0;
  }

 private:
  struct Chunk {
    std::string bytes;
    std::size_t begin = 0;
    Time due;
  };
  std::deque<Chunk> chunks_;
  std::size_t size_ = 0;
  Time last_due_{};
};

}  // namespace adapter
