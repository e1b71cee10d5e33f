// Cairn
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Requests to a server of this machine, each on a connection of its own.
///
/// URLSession decodes compressed bodies and hides the heads of responses, so that their size can't be
/// measured with it.
struct LoopbackClient {
  let port: UInt16

  /// Sends a GET request and reads the response to its end.
  ///
  /// - Parameters:
  ///   - path: The path of the request.
  ///   - isCompressed: Whether the server may compress the body, as for a browser.
  /// - Returns: The response as it was sent.
  /// - Throws: `WrongResult` if the connection fails, or the response has another status than 200.
  func get(_ path: String, isCompressed: Bool = false) throws -> Response {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try check(descriptor, "socket")
    defer { close(descriptor) }
    try request(path, isCompressed: isCompressed, on: descriptor)
    let response = Response(bytes: try bytes(of: descriptor))
    try WrongResult.unless(response.isOK, "\(path) answers \(response.statusLine)")
    return response
  }

  /// Connects a socket, and sends a GET request.
  ///
  /// - Parameters:
  ///   - path: The path of the request.
  ///   - isCompressed: Whether the server may compress the body.
  ///   - descriptor: The socket, which the caller closes.
  /// - Throws: `WrongResult` if the connection fails.
  func request(_ path: String, isCompressed: Bool = false, on descriptor: Int32) throws {
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    try check(
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size)),
      "setsockopt")
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try check(connected, "connect")
    let encoding = isCompressed ? "gzip, deflate, br, zstd" : "identity"
    let request = """
      GET \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Accept-Encoding: \(encoding)\r
      Connection: close\r
      \r

      """
    var unsent = Array(request.utf8)[...]
    while !unsent.isEmpty {
      let sent = unsent.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      try check(Int32(clamping: sent), "send")
      unsent = unsent.dropFirst(sent)
    }
  }

  private func bytes(of descriptor: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      try check(Int32(clamping: count), "recv")
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  private func check(_ result: Int32, _ call: String) throws {
    let code = errno
    try WrongResult.unless(
      result >= 0, "\(call) on port \(port): \(String(cString: strerror(code)))")
  }
}

extension LoopbackClient {
  /// The bytes of a response: its head and its body.
  struct Response {
    let bytes: [UInt8]

    var statusLine: String { String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self) }

    var isOK: Bool { statusLine.hasPrefix("HTTP/1.1 200 ") }

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }
}
