// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A server on a port of 127.0.0.1 that sends a fixed response to every request.
final class CannedServer: Sendable {
  let address: URL
  private let socket: Int32

  init(status: String, body: String, headers: [String] = []) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let listener = Glibc.socket(AF_INET, kind, 0)
    guard listener >= 0 else { throw CocoaError(.featureUnsupported) }
    socket = listener
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> UInt16? in
        guard bind(listener, pointer, length) == 0, listen(listener, 8) == 0,
          getsockname(listener, pointer, &length) == 0
        else { return nil }
        return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          UInt16(bigEndian: $0.pointee.sin_port)
        }
      }
    }
    guard let port, let url = URL(string: "http://127.0.0.1:\(port)") else {
      close(listener)
      throw CocoaError(.featureUnsupported)
    }
    address = url
    let lines =
      ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
    let answer = Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        // Reading the request's head suffices: its body fits into the socket's buffer.
        var head = [UInt8](repeating: 0, count: 4_096)
        _ = recv(connection, &head, head.count, 0)
        _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
        shutdown(connection, Int32(SHUT_WR))
        _ = recv(connection, &head, head.count, 0)
        close(connection)
      }
    }
  }

  /// Stops accepting connections.
  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }
}
