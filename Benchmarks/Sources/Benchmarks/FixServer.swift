// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A server of gpsd's protocol on a free port of this machine, whose fixes the program sends.
final class FixServer {
  let port: UInt16
  private let listener: Int32
  private var client: Int32?

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
          && listen(descriptor, 1) == 0 && getsockname(descriptor, pointer, &length) == 0
      }
    }
    try WrongResult.unless(isListening, "no port is free: \(String(cString: strerror(errno)))")
    listener = descriptor
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Waits until a program has connected.
  func waitForClient() throws {
    let descriptor = accept(listener, nil, nil)
    try WrongResult.unless(
      descriptor >= 0, "no recorder connects: \(String(cString: strerror(errno)))")
    client = descriptor
  }

  /// Sends a fix of this moment.
  ///
  /// - Parameter metresNorth: The distance from the first position.
  /// - Throws: `WrongResult` if the recorder is not connected any more.
  func send(metresNorth: Double) throws {
    guard let client else { throw WrongResult(description: "no recorder is connected") }
    let time = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let latitude = 46.9 + metresNorth / 111_320
    let line =
      #"{"class":"TPV","mode":3,"time":"\#(time)","lat":\#(latitude),"lon":7.4,"#
      + #""altMSL":500,"eph":4,"speed":1.4}"# + "\n"
    let bytes = Array(line.utf8)
    let sent = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    try WrongResult.unless(
      sent == bytes.count, "the recorder has closed its connection")
  }

  func close() {
    if let client { Glibc.close(client) }
    Glibc.close(listener)
  }
}

/// The server-sent events of `cairn serve`, as an open page receives them.
final class ChangeStream {
  private let descriptor: Int32
  private var received: [UInt8] = []

  init(_ client: LoopbackClient, path: String) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try client.request(path, on: descriptor)
  }

  /// Discards the events that have arrived.
  func discard() throws {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
    received = []
  }

  /// Waits for the next notice of a change.
  func waitForChange() throws {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while !String(decoding: received, as: UTF8.self).contains("event: changed") {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      try WrongResult.unless(count > 0, "the stream of changes has ended")
      received += buffer[..<count]
    }
    received = []
  }

  func close() { Glibc.close(descriptor) }
}
