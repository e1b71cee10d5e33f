// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport
import Testing

/// Stream sockets, with a listener in the same process.
struct StreamSocketTests {
  /// A listening Unix socket in a folder of its own.
  private final class Listener {
    let path: String
    private let folder: URL
    private let descriptor: Int32

    init() throws {
      folder = FileManager.default.temporaryDirectory
        .appending(path: "socket-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      path = folder.appending(path: "s").path(percentEncoded: false)
      #if canImport(Glibc)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      #else
        descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
      #endif
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(result == 0 && listen(descriptor, 1) == 0, "\(SystemError.last)")
    }

    deinit {
      close(descriptor)
      try? FileManager.default.removeItem(at: folder)
    }

    /// The descriptor of the next connection, which the caller closes.
    func connection() throws -> Int32 {
      let peer = accept(descriptor, nil, nil)
      try #require(peer >= 0, "\(SystemError.last)")
      return peer
    }
  }

  @Test func `bytes go both ways until the other end closes`() throws {
    let listener = try Listener()
    let socket = try StreamSocket(path: listener.path)
    let peer = try listener.connection()
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(try socket.read(into: &buffer, timeout: 0) == .timeout)

    try socket.write(Array("ping".utf8))
    var received = [UInt8](repeating: 0, count: 4)
    #expect(recv(peer, &received, 4, 0) == 4)
    #expect(received == Array("ping".utf8))

    // More bytes than the buffer holds arrive in several reads.
    #expect(send(peer, Array("answer".utf8), 6, 0) == 6)
    #expect(try socket.read(into: &buffer, timeout: 10) == .bytes(4))
    #expect(buffer == Array("answ".utf8))
    #expect(try socket.read(into: &buffer, timeout: 10) == .bytes(2))
    #expect(Array(buffer.prefix(2)) == Array("er".utf8))

    close(peer)
    #expect(try socket.read(into: &buffer, timeout: 10) == .closed)
    #expect(throws: StreamSocket.Failure.self) {
      // The first bytes may still be accepted.
      for _ in 0..<2 { try socket.write([1]) }
    }
  }

  @Test func `a path without a listener is reported with the system's reason`() throws {
    let path = try Listener().path
    #expect {
      try StreamSocket(path: path)
    } throws: {
      "\($0)" == SystemError(ENOENT).message
    }
  }

  @Test(arguments: ["", String(repeating: "p", count: 200)])
  func `a path that no address can hold is rejected`(path: String) {
    #expect {
      try StreamSocket(path: path)
    } throws: {
      "\($0)".hasPrefix("the path is empty or has more than ")
    }
  }
}
