// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SystemSupport

/// A gpsd daemon on a free port of 127.0.0.1, whose receiver is this process.
///
/// The sentences of NMEA 0183 reach it as datagrams.
package final class GPSDaemon: Sendable {
  /// The port of the daemon's protocol.
  package let port: UInt16
  private let feed: UInt16
  private let process: RunningCommand

  /// Starts a daemon, and waits until it accepts connections.
  ///
  /// - Parameters:
  ///   - workspace: The workspace with the daemon's output.
  ///   - port: The port; nil for a free one.
  package init(in workspace: Workspace, port given: UInt16? = nil) async throws {
    let (port, feed) = (try given ?? Self.freePort(SOCK_STREAM), try Self.freePort(SOCK_DGRAM))
    (self.port, self.feed) = (port, feed)
    process = try workspace.startShell(
      "exec gpsd -N -n -S \"$1\" \"udp://127.0.0.1:$2\"", ["\(port)", "\(feed)"])
    let process = process
    try await wait {
      guard !process.hasEnded else {
        throw CocoaError(.executableNotLoadable)
      }
      return Self.accepts(port) ? true : nil
    }
  }

  deinit { process.send(SIGKILL) }

  /// Ends the daemon at once; with a connected client, it doesn't end by SIGTERM.
  package func stop() async throws {
    process.send(SIGKILL)
    _ = try await process.result()
  }

  /// Sends the sentences of a fix.
  ///
  /// - Parameters:
  ///   - date: The time of the fix.
  ///   - latitude: Degrees north, not negative.
  ///   - longitude: Degrees east, not negative.
  ///   - altitude: Metres above mean sea level.
  package func send(
    _ date: Date, latitude: Double, longitude: Double, altitude: Double = 500
  ) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    func two(_ value: Int?) -> String { String(format: "%02d", value ?? 0) }
    let time = two(parts.hour) + two(parts.minute) + two(parts.second) + ".000"
    let day = two(parts.day) + two(parts.month) + two((parts.year ?? 0) % 100)
    func degrees(_ value: Double, _ form: String) -> String {
      let whole = value.rounded(.down)
      return String(format: form, Int(whole), (value - whole) * 60)
    }
    let place =
      degrees(latitude, "%02d%08.5f") + ",N," + degrees(longitude, "%03d%08.5f") + ",E"
    try send(
      sentence: "GPGGA,\(time),\(place),1,08,1.1,\(String(format: "%.1f", altitude)),M,47.0,M,,")
    try send(sentence: "GPRMC,\(time),A,\(place),2.7,0.0,\(day),,,A")
  }

  /// Sends a sentence, to which the dollar sign and the checksum are added.
  package func send(sentence: String) throws {
    let sum = sentence.utf8.reduce(0, ^)
    try send(line: "$\(sentence)*" + String(format: "%02X", Int(sum)))
  }

  /// Sends a line of a log.
  package func send(line: String) throws {
    let bytes = Array((line + "\r\n").utf8)
    let descriptor = try Self.socket(SOCK_DGRAM)
    defer { close(descriptor) }
    let count = Self.withAddress(feed) { address, size in
      sendto(descriptor, bytes, bytes.count, 0, address, size)
    }
    guard count == bytes.count else { throw SystemError.last }
  }

  // MARK: Sockets

  #if canImport(Glibc)
    private typealias SocketKind = __socket_type
    private static func number(_ kind: SocketKind) -> Int32 { Int32(kind.rawValue) }
  #else
    private typealias SocketKind = Int32
    private static func number(_ kind: SocketKind) -> Int32 { kind }
  #endif

  private static func socket(_ kind: SocketKind) throws -> Int32 {
    let descriptor = SystemSupport.socket(AF_INET, number(kind), 0)
    guard descriptor >= 0 else { throw SystemError.last }
    return descriptor
  }

  private static func withAddress<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func accepts(_ port: UInt16) -> Bool {
    guard let descriptor = try? socket(SOCK_STREAM) else { return false }
    defer { close(descriptor) }
    return withAddress(port) { connect(descriptor, $0, $1) } == 0
  }

  private static func freePort(_ kind: SocketKind) throws -> UInt16 {
    let descriptor = try socket(kind)
    defer { close(descriptor) }
    guard withAddress(0, { bind(descriptor, $0, $1) }) == 0 else { throw SystemError.last }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard code == 0 else { throw SystemError.last }
    return UInt16(bigEndian: address.sin_port)
  }
}
