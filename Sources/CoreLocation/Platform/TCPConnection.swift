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

/// A TCP connection that is read by one thread.
final class TCPConnection {
  /// A failed system call, or an unknown host.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    /// The error of the last system call.
    static var last: Failure { Failure(description: String(cString: strerror(errno))) }
  }

  /// The result of a read.
  enum Reading {
    case bytes(ArraySlice<UInt8>)
    case timeout
    case closed
  }

  /// The maximum number of bytes of a read.
  private static let chunk = 64 << 10

  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: chunk)

  /// Connects to the first address of a host that answers.
  ///
  /// - Parameters:
  ///   - host: A name or an address.
  ///   - port: The port.
  ///   - timeout: The seconds that each address may take.
  /// - Throws: ``Failure`` of the last address.
  init(host: String, port: UInt16, timeout: Double) throws {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Self.stream
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &list)
    guard code == 0 else { throw Failure(description: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(list) }
    var failure = Failure(description: "the host has no address")
    var next = list
    while let info = next?.pointee {
      do {
        descriptor = try Self.connected(info, timeout: timeout)
        return
      } catch let error as Failure {
        failure = error
      }
      next = info.ai_next
    }
    throw failure
  }

  deinit { close(descriptor) }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  private static func connected(_ info: addrinfo, timeout: Double) throws -> Int32 {
    let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard descriptor >= 0 else { throw Failure.last }
    do {
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
        fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
      else { throw Failure.last }
      #if canImport(Darwin)
        // Linux suppresses the signal for each write.
        var isOn: Int32 = 1
        setsockopt(
          descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      #endif
      if connect(descriptor, info.ai_addr, info.ai_addrlen) != 0 {
        guard errno == EINPROGRESS else { throw Failure.last }
        guard try wait(descriptor, Int16(POLLOUT), timeout) else {
          throw Failure(description: "no answer within \(Int(timeout)) s")
        }
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 else {
          throw Failure.last
        }
        guard error == 0 else { throw Failure(description: String(cString: strerror(error))) }
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Waits until a descriptor is ready; false after the timeout.
  private static func wait(
    _ descriptor: Int32, _ events: Int16, _ timeout: Double
  ) throws -> Bool {
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    let count = poll(&entry, 1, Int32(timeout * 1_000))
    if count < 0, errno != EINTR { throw Failure.last }
    return count > 0
  }

  /// Writes a short text.
  ///
  /// - Throws: ``Failure`` if it can't be written at once.
  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    guard send(descriptor, bytes, bytes.count, flags) == bytes.count else { throw Failure.last }
  }

  /// Reads the bytes that have arrived.
  ///
  /// - Parameter timeout: The seconds to wait for the first one.
  /// - Returns: The bytes, or the reason that there are none.
  /// - Throws: ``Failure`` if the connection is broken.
  func read(timeout: Double) throws -> Reading {
    guard try Self.wait(descriptor, Int16(POLLIN), timeout) else { return .timeout }
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { return .bytes(buffer[..<count]) }
    if count == 0 { return .closed }
    switch errno {
    case EAGAIN, EINTR: return .timeout
    default: throw Failure.last
    }
  }
}
