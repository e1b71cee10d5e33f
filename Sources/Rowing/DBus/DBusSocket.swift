// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// The socket of a message bus, with the errors of D-Bus.
final class DBusSocket {
  private static let chunk = 64 << 10

  private let socket: StreamSocket

  /// Connects to a socket.
  ///
  /// - Parameters:
  ///   - path: The path; with `isAbstract`, a name in Linux's abstract namespace.
  ///   - isAbstract: Whether the path is a name in the abstract namespace.
  /// - Throws: ``DBusError/unreachable(_:reason:)``.
  init(path: String, isAbstract: Bool) throws(DBusError) {
    do throws(StreamSocket.Failure) {
      socket = try StreamSocket(path: path, isAbstract: isAbstract)
    } catch {
      throw .unreachable(path, reason: error.description)
    }
  }

  /// The user's number, by which the bus identifies this process.
  static var user: UInt32 { geteuid() }

  /// Writes bytes.
  ///
  /// - Throws: ``DBusError/closed``.
  func write(_ bytes: [UInt8]) throws(DBusError) {
    do throws(StreamSocket.Failure) {
      try socket.write(bytes)
    } catch {
      throw .closed
    }
  }

  /// Reads the bytes that arrive before a deadline.
  ///
  /// - Parameter timeout: The longest time to wait.
  /// - Returns: The bytes; empty if none arrived in time.
  /// - Throws: ``DBusError/closed``.
  func read(timeout: Duration) throws(DBusError) -> [UInt8] {
    let seconds = Double(timeout.components.seconds) + Double(timeout.components.attoseconds) / 1e18
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    let reading: StreamSocket.Reading
    do throws(StreamSocket.Failure) {
      reading = try socket.read(into: &buffer, timeout: seconds)
    } catch {
      throw .closed
    }
    switch reading {
    case .bytes(let count): return Array(buffer.prefix(count))
    case .timeout: return []
    case .closed: throw .closed
    }
  }
}
