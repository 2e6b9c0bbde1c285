// A driver that is spoken with over its standard input and output, in lines of JSON.
//
// Not thread-safe but for Wake().
#pragma once

#include <string>

#include "adapter/driver_protocol/driver_link.h"
#include "base/file_descriptor.h"

namespace adapter::driver_protocol {

class StdioLink : public DriverLink {
 public:
  /// `to` is the end of a pipe that the driver reads, `from` of the one that it writes. Makes both
  /// non-blocking. From the first link on the process ignores SIGPIPE: a driver may end at any
  /// time.
  StdioLink(base::FileDescriptor to, base::FileDescriptor from);

  void Send(const ToDriver& message, Deadline deadline) override;
  std::optional<FromDriver> TryReceive() override;
  void Wait(Deadline deadline) override;
  void Wake() override;

 private:
  void Write(std::string_view bytes, Deadline deadline);
  void WaitForRoom(Deadline deadline);
  /// Takes what can be read without waiting.
  void ReadAvailable();
  void FindLine();
  [[noreturn]] void Fail(const std::string& what);
  void CheckUsable() const;

  base::FileDescriptor to_;
  base::FileDescriptor from_;
  base::FileDescriptor woken_;  ///< an eventfd
  std::string buffer_;          ///< what came; lines before begin_ are taken
  std::size_t begin_ = 0;       ///< of the line that is not taken yet
  std::size_t searched_ = 0;    ///< no line ends in [begin_, searched_)
  std::size_t line_end_ = 0;    ///< of the first whole line; meaningful if has_line_
  bool has_line_ = false;
  bool ended_ = false;   ///< the driver closed its output
  std::string failure_;  ///< empty: usable
};

}  // namespace adapter::driver_protocol
