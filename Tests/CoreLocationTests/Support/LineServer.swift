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

/// A TCP server on a free port of 127.0.0.1 that runs a body for each connection, one after the other.
final class LineServer: @unchecked Sendable {
  // Unchecked because `lock` protects the mutable state.

  /// A connection of a client.
  struct Connection {
    fileprivate let descriptor: Int32

    /// Sends a text; false if the client has closed the connection.
    @discardableResult
    func send(_ text: String) -> Bool {
      let bytes = Array(text.utf8)
      var start = 0
      while start < bytes.count {
        let count = bytes[start...].withUnsafeBytes {
          systemSend(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        start += count
      }
      return true
    }

    /// Reads what the client sends until it contains a text.
    func receive(until text: String) -> String {
      var received = ""
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while !received.contains(text) {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { break }
        received += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return received
    }
  }

  let port: UInt16
  private let listener: Int32
  private let lock = NSLock()
  private var isStopped = false

  init(_ body: @escaping @Sendable (Connection) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    var bound = sockaddr_in()
    var boundSize = size
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 4) == 0
      }
    }
    let isNamed = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(listener, $0, &boundSize) == 0
      }
    }
    guard isBound, isNamed else { throw CocoaError(.fileNoSuchFile) }
    port = UInt16(bigEndian: bound.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { break }
        if self?.lock.withLock({ self?.isStopped }) == false {
          body(Connection(descriptor: descriptor))
        }
        close(descriptor)
      }
      // Closed by the thread that accepts: a closed number may be another server's already.
      close(listener)
    }
  }

  func stop() {
    lock.withLock { isStopped = true }
    shutdown(listener, Int32(SHUT_RDWR))
  }
}

/// The system's `send`, which the method hides.
private func systemSend(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  send(descriptor, bytes, count, flags)
}
