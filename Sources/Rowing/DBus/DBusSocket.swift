// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A Unix socket with timeouts, as D-Bus uses it.
final class DBusSocket {
  private let descriptor: Int32

  /// Connects to a socket.
  ///
  /// - Parameters:
  ///   - path: The path; with `isAbstract`, a name in Linux's abstract namespace.
  ///   - isAbstract: Whether the path is a name in the abstract namespace.
  /// - Throws: ``DBusError/unreachable(_:reason:)``.
  init(path: String, isAbstract: Bool) throws(DBusError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = (isAbstract ? [0] : []) + Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard !path.isEmpty, name.count < capacity else {
      throw .unreachable(path, reason: "the path has more than \(capacity - 1) bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .unreachable(path, reason: Self.reason) }
    let header = MemoryLayout<sockaddr_un>.size - capacity
    // An abstract name ends with the address; a path may end with a zero.
    let length = socklen_t(header + name.count + (isAbstract ? 0 : 1))
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, length)
      }
    }
    guard result == 0 else {
      let reason = Self.reason
      _ = close(descriptor)
      throw .unreachable(path, reason: reason)
    }
  }

  deinit { _ = close(descriptor) }

  /// The user's number, by which the bus identifies this process.
  static var user: UInt32 { geteuid() }

  private static var reason: String { String(cString: strerror(errno)) }

  /// Writes bytes.
  ///
  /// - Throws: ``DBusError/closed``.
  func write(_ bytes: [UInt8]) throws(DBusError) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          send(descriptor, buffer.baseAddress.map { $0 + offset }, bytes.count - offset, 0)
        #else
          send(
            descriptor, buffer.baseAddress.map { $0 + offset }, bytes.count - offset,
            Int32(MSG_NOSIGNAL))
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .closed }
      offset += count
    }
  }

  /// Reads the bytes that arrive before a deadline.
  ///
  /// - Parameter timeout: The longest time to wait.
  /// - Returns: The bytes; empty if none arrived in time.
  /// - Throws: ``DBusError/closed``.
  func read(timeout: Duration) throws(DBusError) -> [UInt8] {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let seconds = Double(timeout.components.seconds) + Double(timeout.components.attoseconds) / 1e18
    let ready = Self.wait(&poll, Int32(max(0, min(seconds * 1000, 1e6)).rounded(.up)))
    guard ready > 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let size = buffer.count
    let count = recv(descriptor, &buffer, size, 0)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { throw .closed }
    return Array(buffer.prefix(count))
  }

  private static func wait(_ descriptor: inout pollfd, _ milliseconds: Int32) -> Int32 {
    poll(&descriptor, 1, milliseconds)
  }
}
