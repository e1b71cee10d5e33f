// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A connected stream socket, over TCP or in the file system.
///
/// It is closed with its last reference.
package final class StreamSocket: Sendable {
  /// A failed system call, an unknown host, or a timeout.
  package struct Failure: Error, CustomStringConvertible, Sendable {
    package let description: String

    /// The error of this thread's last failed system call.
    fileprivate static var last: Failure { Failure(description: SystemError.last.message) }
  }

  /// The result of a read.
  package enum Reading: Sendable, Equatable {
    /// The number of bytes at the beginning of the buffer.
    case bytes(Int)
    case timeout
    /// The other end has closed the connection.
    case closed
  }

  private let descriptor: Int32

  /// Connects to the first address of a host that answers.
  ///
  /// Later calls don't block.
  ///
  /// - Parameters:
  ///   - host: A name or an address.
  ///   - port: The port.
  ///   - timeout: The seconds that each address may take.
  /// - Throws: The ``Failure`` of the last address.
  package init(host: String, port: UInt16, timeout: Double) throws(Failure) {
    descriptor = try Self.connected(host, port, timeout)
  }

  /// Connects to a Unix socket.
  ///
  /// - Parameters:
  ///   - path: The path; with `isAbstract`, a name in Linux's abstract namespace.
  ///   - isAbstract: Whether the path is a name in the abstract namespace.
  /// - Throws: A ``Failure``.
  package init(path: String, isAbstract: Bool = false) throws(Failure) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = (isAbstract ? [0] : []) + Array(path.utf8)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard !path.isEmpty, name.count < capacity else {
      throw Failure(description: "the path is empty or has more than \(capacity - 1) bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let header = MemoryLayout<sockaddr_un>.size - capacity
    // An abstract name ends with the address; a path may end with a zero.
    let length = socklen_t(header + name.count + (isAbstract ? 0 : 1))
    let descriptor = try Self.opened(AF_UNIX, Self.stream, 0)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, length)
      }
    }
    guard result == 0 else {
      let failure = Failure.last
      close(descriptor)
      throw failure
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  // MARK: Connecting

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  /// Opens a socket that child processes don't inherit.
  private static func opened(
    _ family: Int32, _ type: Int32, _ protocolNumber: Int32
  ) throws(Failure) -> Int32 {
    let descriptor = socket(family, type, protocolNumber)
    guard descriptor >= 0 else { throw .last }
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      let failure = Failure.last
      close(descriptor)
      throw failure
    }
    #if canImport(Darwin)
      // Linux suppresses the signal for each write.
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    return descriptor
  }

  private static func connected(
    _ host: String, _ port: UInt16, _ timeout: Double
  ) throws(Failure) -> Int32 {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = stream
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &list)
    guard code == 0 else { throw Failure(description: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(list) }
    var failure = Failure(description: "the host has no address")
    var next = list
    while let info = next?.pointee {
      do {
        return try connected(info, timeout)
      } catch {
        failure = error
      }
      next = info.ai_next
    }
    throw failure
  }

  private static func connected(_ info: addrinfo, _ timeout: Double) throws(Failure) -> Int32 {
    let descriptor = try opened(info.ai_family, info.ai_socktype, info.ai_protocol)
    do throws(Failure) {
      guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .last }
      guard connect(descriptor, info.ai_addr, info.ai_addrlen) != 0 else { return descriptor }
      guard errno == EINPROGRESS else { throw .last }
      guard try wait(descriptor, Int32(POLLOUT), timeout) else {
        throw Failure(description: "no answer within \(Int(timeout)) s")
      }
      var error: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 else { throw .last }
      guard error == 0 else { throw Failure(description: SystemError(error).message) }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Waits until a descriptor is ready; false after the timeout in seconds, or after a signal.
  private static func wait(
    _ descriptor: Int32, _ events: Int32, _ timeout: Double
  ) throws(Failure) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    let count = poll(&entry, 1, Int32(max(0, min(timeout * 1_000, 1e6)).rounded(.up)))
    if count < 0, errno != EINTR { throw .last }
    return count > 0
  }

  // MARK: Bytes

  /// Writes bytes.
  ///
  /// - Throws: A ``Failure`` if the connection is broken, or if a TCP connection can't take the bytes at once.
  package func write(_ bytes: [UInt8]) throws(Failure) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        send(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset, flags)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      offset += count
    }
  }

  /// Reads the bytes that have arrived.
  ///
  /// - Parameters:
  ///   - buffer: The buffer, which limits the number of bytes.
  ///   - timeout: The seconds to wait for the first byte.
  /// - Returns: The number of bytes, or the reason that there are none.
  /// - Throws: A ``Failure`` if the connection is broken.
  package func read(into buffer: inout [UInt8], timeout: Double) throws(Failure) -> Reading {
    guard try Self.wait(descriptor, Int32(POLLIN), timeout) else { return .timeout }
    let size = buffer.count
    let count = recv(descriptor, &buffer, size, 0)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .closed }
    switch errno {
    case EAGAIN, EINTR: return .timeout
    default: throw .last
    }
  }
}
