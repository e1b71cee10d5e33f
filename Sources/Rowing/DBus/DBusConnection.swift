// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A connection to a message bus of D-Bus over its Unix socket.
///
/// It authenticates as this process's user (EXTERNAL), calls methods, and receives signals. A caller
/// uses it from one task at a time; each function waits at most for its timeout.
package final class DBusConnection {
  /// The maximum number of signals that wait for ``next(timeout:)``; further ones drop the oldest.
  private static let most = 10_000
  private static let bus = "org.freedesktop.DBus"

  /// The connection's unique name on the bus.
  package private(set) var name = ""

  private let socket: DBusSocket
  private var buffer: [UInt8] = []
  private var waiting: [DBusMessage] = []
  private var serial: UInt32 = 0

  /// The address of the system's bus: the environment's, or the standard one.
  package static var systemAddress: String {
    ProcessInfo.processInfo.environment["DBUS_SYSTEM_BUS_ADDRESS"]
      ?? "unix:path=/var/run/dbus/system_bus_socket"
  }

  /// Connects to a bus.
  ///
  /// - Parameters:
  ///   - address: The bus's address, such as `unix:path=/var/run/dbus/system_bus_socket`. Of
  ///     several, the first one with a Unix socket is tried.
  ///   - timeout: The longest time to wait for each answer.
  /// - Throws: A ``DBusError``.
  package init(
    address: String = DBusConnection.systemAddress, timeout: Duration = .seconds(10)
  ) throws(DBusError) {
    let (path, isAbstract) = try Self.socketPath(of: address)
    socket = try DBusSocket(path: path, isAbstract: isAbstract)
    try authenticate(timeout)
    let answer = try call(
      Self.bus, "/org/freedesktop/DBus", Self.bus, "Hello", timeout: timeout)
    name = answer.first?.text ?? ""
  }

  /// The path of the first Unix socket in an address.
  private static func socketPath(
    of address: String
  ) throws(DBusError) -> (path: String, isAbstract: Bool) {
    for entry in address.split(separator: ";") where entry.hasPrefix("unix:") {
      for pair in entry.dropFirst(5).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let value = String(parts[1]).removingPercentEncoding else {
          continue
        }
        if parts[0] == "path" { return (value, false) }
        if parts[0] == "abstract" { return (value, true) }
      }
    }
    throw .unreachable(address, reason: "the address has no Unix socket")
  }

  private func authenticate(_ timeout: Duration) throws(DBusError) {
    // The mechanism EXTERNAL: the user's number, as hexadecimal digits of its decimal text.
    let user = Array("\(DBusSocket.user)".utf8).hex
    try socket.write([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
    let deadline = ContinuousClock.now + timeout
    while !buffer.contains(UInt8(ascii: "\n")) {
      let now = ContinuousClock.now
      guard now < deadline, buffer.count < 4096 else { throw .rejected("no answer") }
      buffer += try socket.read(timeout: deadline - now)
    }
    let end = buffer.firstIndex(of: UInt8(ascii: "\n")) ?? 0
    let line = String(decoding: buffer[..<end], as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    buffer.removeSubrange(...end)
    guard line.hasPrefix("OK") else { throw .rejected(String(line.prefix(200))) }
    try socket.write(Array("BEGIN\r\n".utf8))
  }

  /// Calls a method.
  ///
  /// Messages that arrive before the answer wait for ``next(timeout:)``.
  ///
  /// - Parameters:
  ///   - destination: The name of the service.
  ///   - path: The path of the object.
  ///   - interface: The interface of the method.
  ///   - member: The name of the method.
  ///   - body: The arguments.
  ///   - timeout: The longest time to wait for the answer.
  /// - Returns: The values of the answer.
  /// - Throws: A ``DBusError``; `failed` with the service's error.
  @discardableResult
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ body: [DBusValue] = [], timeout: Duration = .seconds(10)
  ) throws(DBusError) -> [DBusValue] {
    var message = DBusMessage(.call)
    message.destination = destination
    message.path = path
    message.interface = interface
    message.member = member
    message.body = body
    let number = try send(message)
    let deadline = ContinuousClock.now + timeout
    while let answer = try receive(until: deadline) {
      guard answer.replySerial == number else {
        keep(answer)
        continue
      }
      if answer.kind == .error {
        throw .failed(name: answer.errorName ?? "", message: answer.body.first?.text ?? "")
      }
      return answer.body
    }
    throw .timeout(member)
  }

  /// Sends a message with the next number.
  ///
  /// - Returns: The number.
  /// - Throws: ``DBusError/closed``.
  @discardableResult
  package func send(_ message: DBusMessage) throws(DBusError) -> UInt32 {
    serial &+= 1
    if serial == 0 { serial = 1 }
    var message = message
    message.serial = serial
    try socket.write(message.encoded)
    return serial
  }

  /// Subscribes to the signals that match a rule, such as `type='signal',interface='…'`.
  ///
  /// - Throws: A ``DBusError``.
  package func subscribe(_ rule: String) throws(DBusError) {
    try call(Self.bus, "/org/freedesktop/DBus", Self.bus, "AddMatch", [.string(rule)])
  }

  /// Claims a name on the bus, for a service.
  ///
  /// - Throws: A ``DBusError``.
  package func claim(_ name: String) throws(DBusError) {
    try call(
      Self.bus, "/org/freedesktop/DBus", Self.bus, "RequestName", [.string(name), .uint32(4)])
  }

  /// Returns the next signal, or the next call for this connection.
  ///
  /// - Parameter timeout: The longest time to wait.
  /// - Returns: The message; nil if none arrives in time.
  /// - Throws: A ``DBusError``.
  package func next(timeout: Duration) throws(DBusError) -> DBusMessage? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    let deadline = ContinuousClock.now + timeout
    while let message = try receive(until: deadline) {
      if message.kind == .signal || message.kind == .call { return message }
    }
    return nil
  }

  private func keep(_ message: DBusMessage) {
    guard message.kind == .signal || message.kind == .call else { return }
    if waiting.count == Self.most { waiting.removeFirst() }
    waiting.append(message)
  }

  private func receive(until deadline: ContinuousClock.Instant) throws(DBusError) -> DBusMessage? {
    while true {
      if let size = try DBusMessage.size(of: buffer), buffer.count >= size {
        let bytes = Array(buffer.prefix(size))
        buffer.removeFirst(size)
        if let message = try DBusMessage(bytes) { return message }
        continue
      }
      let now = ContinuousClock.now
      guard now < deadline else { return nil }
      buffer += try socket.read(timeout: deadline - now)
    }
  }
}
