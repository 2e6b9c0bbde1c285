// Sockets on 127.0.0.1 that do not block.
//
// Thread safety: free functions without state.
#pragma once

#include <netinet/in.h>

#include <cstdint>

#include "base/file_descriptor.h"

namespace adapter {

sockaddr_in LoopbackAddress(std::uint16_t port);
/// Of a bound socket.
std::uint16_t PortOf(int socket);

/// Bound to the port, and not listening yet. No descriptor, and errno: it cannot be had.
base::FileDescriptor BoundTcp(std::uint16_t port);
bool ListenOn(int socket);
/// Connects, and may not be done when it returns. No descriptor, and errno: refused at once.
base::FileDescriptor ConnectTcp(std::uint16_t port);
void SendWithoutDelay(int socket);

base::FileDescriptor BoundUdp(std::uint16_t port);
base::FileDescriptor ConnectUdp(std::uint16_t port);

/// Closes the socket so that the other side is told of an error, and not of an end.
void CloseWithReset(base::FileDescriptor& socket);

}  // namespace adapter
