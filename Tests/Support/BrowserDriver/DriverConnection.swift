// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Requests to a local driver, one connection per request.
///
/// URLSession cannot read the driver's responses on Linux ("Failed writing header").
enum DriverConnection {
  /// Sends a request, and returns the body of the response.
  static func send(
    _ method: String, port: Int, path: String, body: Data? = nil
  ) async throws -> Data {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
    if body != nil { head += "Content-Type: application/json\r\n" }
    head += "Content-Length: \(body?.count ?? 0)\r\n\r\n"
    let request = Data(head.utf8) + (body ?? Data())
    return try await withCheckedThrowingContinuation { continuation in
      // The driver responds when the browser is done, so reading must not block a pool thread.
      Thread.detachNewThread {
        continuation.resume(with: Result { try exchange(request, port: port, command: path) })
      }
    }
  }

  private static func exchange(_ request: Data, port: Int, command: String) throws -> Data {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw BrowserError.unexpected(command: command) }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let isConnected = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(descriptor, $0.baseAddress, socklen_t(bytes.count)) == 0
      }
    }
    guard isConnected else { throw BrowserError.noDriver("It does not answer.") }
    var rest = request[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard written > 0 else { throw BrowserError.unexpected(command: command) }
      rest = rest.dropFirst(written)
    }
    return try body(of: answer(from: descriptor), command: command)
  }

  /// Reads a response up to its declared length, or to the end of the connection.
  private static func answer(from descriptor: Int32) -> Data {
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isComplete(answer) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return answer
  }

  private static let headEnd = Data("\r\n\r\n".utf8)

  private static func isComplete(_ answer: Data) -> Bool {
    guard let end = answer.firstRange(of: headEnd) else { return false }
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
    guard let length = head.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap({ Int($0.1) })
    else { return false }
    return answer.count - end.upperBound >= length
  }

  private static func body(of answer: Data, command: String) throws -> Data {
    guard let end = answer.firstRange(of: headEnd) else {
      throw BrowserError.unexpected(command: command)
    }
    return answer[end.upperBound...]
  }
}
