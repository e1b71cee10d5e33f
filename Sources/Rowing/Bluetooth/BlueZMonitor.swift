// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A PM5 that BlueZ, the Bluetooth service of Linux, connects to.
///
/// ```swift
/// let monitor = try BlueZMonitor(named: "430123456", on: DBusConnection())
/// while let frame = try monitor.next(timeout: .seconds(1)) { show(frame) }
/// ```
///
/// The monitor is found by its name, such as `PM5 430123456`, its serial number or its address. The
/// tests use a service with BlueZ's interfaces on a private bus; no radio is needed.
package final class BlueZMonitor {
  /// The times that the monitor waits for BlueZ.
  package struct Timeouts: Sendable {
    /// The search for the monitor.
    package var search: Duration
    /// A connection to the monitor, with its services.
    package var connection: Duration

    /// Creates timeouts.
    package init(search: Duration = .seconds(30), connection: Duration = .seconds(30)) {
      (self.search, self.connection) = (search, connection)
    }
  }

  private static let service = "org.bluez"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let manager = "org.freedesktop.DBus.ObjectManager"
  /// The Concept2 service that monitors advertise.
  private static let advertised = "CE060000-43E5-11E4-916C-0800200C9A66"

  /// The monitor's name, such as `PM5 430123456`.
  package private(set) var name = ""
  /// The monitor's serial number, by its name; its address if the name has none.
  package private(set) var serial = ""
  /// Whether the monitor is connected.
  package private(set) var isConnected = false

  private let connection: DBusConnection
  private let timeouts: Timeouts
  /// The time from which notifications count seconds.
  package let startDate = Date()
  private let start = ContinuousClock.now
  private var objects: BlueZObjects
  private var device = ""
  private var numbers: [String: UInt16] = [:]

  /// Finds a monitor, connects to it, and subscribes to its notifications.
  ///
  /// - Parameters:
  ///   - text: The name, serial number or address, or a part of one; an empty text for the only
  ///     monitor.
  ///   - connection: A connection to the system's bus.
  ///   - timeouts: The longest times to wait.
  /// - Throws: A ``BluetoothError`` or a ``DBusError``.
  package init(
    named text: String, on connection: DBusConnection, timeouts: Timeouts = Timeouts()
  ) throws {
    self.connection = connection
    self.timeouts = timeouts
    objects = BlueZObjects([])
    for interface in [Self.properties, Self.manager] {
      try connection.subscribe(
        "type='signal',sender='\(Self.service)',interface='\(interface)'")
    }
    try readObjects()
    guard let adapter = objects.adapterPath else { throw BluetoothError.noAdapter }
    let found = try find(text, adapter: adapter)
    (device, name) = (found.path, found.name.isEmpty ? found.address : found.name)
    let digits = found.name.split(separator: " ").last.map(String.init) ?? ""
    serial = digits.allSatisfy(\.isNumber) && !digits.isEmpty ? digits : found.address
    try connect()
  }

  deinit { disconnect() }

  /// Disconnects from the monitor, so that other devices can connect to it.
  package func disconnect() {
    guard isConnected else { return }
    isConnected = false
    _ = try? connection.call(
      Self.service, device, BlueZObjects.device, "Disconnect", timeout: .seconds(5))
  }

  /// Connects again after a lost connection.
  ///
  /// - Throws: A ``BluetoothError`` or a ``DBusError``.
  package func reconnect() throws { try connect() }

  /// Returns the next notification.
  ///
  /// - Parameter timeout: The longest time to wait.
  /// - Returns: The notification; nil if none arrives in time, or the connection is lost.
  /// - Throws: A ``DBusError``.
  package func next(timeout: Duration) throws(DBusError) -> PM5Frame? {
    let deadline = ContinuousClock.now + timeout
    while isConnected, let message = try connection.next(timeout: deadline - .now) {
      if let frame = apply(message) { return frame }
    }
    return nil
  }

  private func readObjects() throws {
    do throws(DBusError) {
      objects = BlueZObjects(
        try connection.call(Self.service, "/", Self.manager, "GetManagedObjects"))
    } catch {
      if case .failed(let name, _) = error,
        name.hasSuffix(".ServiceUnknown") || name.hasSuffix(".NameHasNoOwner")
      {
        throw BluetoothError.noService
      }
      throw error
    }
  }

  // MARK: Search

  private func find(
    _ text: String, adapter: String
  ) throws -> (path: String, name: String, address: String) {
    if objects.property(adapter, BlueZObjects.adapter, "Powered")?.isTrue == false {
      try connection.call(
        Self.service, adapter, Self.properties, "Set",
        [.string(BlueZObjects.adapter), .string("Powered"), .variant(.boolean(true))])
    }
    if let known = try match(text) { return known }
    try connection.call(
      Self.service, adapter, BlueZObjects.adapter, "SetDiscoveryFilter",
      [
        .properties([
          "Transport": .string("le"), "UUIDs": .array(of: "s", [.string(Self.advertised)]),
        ])
      ])
    try connection.call(Self.service, adapter, BlueZObjects.adapter, "StartDiscovery")
    defer {
      _ = try? connection.call(Self.service, adapter, BlueZObjects.adapter, "StopDiscovery")
    }
    let deadline = ContinuousClock.now + timeouts.search
    while let message = try connection.next(timeout: deadline - .now) {
      _ = apply(message)
      if let found = try match(text) { return found }
    }
    throw BluetoothError.noMonitor(text)
  }

  /// The only monitor that matches; nil if none does.
  private func match(_ text: String) throws -> (path: String, name: String, address: String)? {
    let wanted = text.lowercased()
    let found = objects.monitors.filter {
      wanted.isEmpty || $0.name.lowercased().contains(wanted) || $0.address.lowercased() == wanted
    }
    guard found.count <= 1 else {
      throw BluetoothError.severalMonitors(found.map { "\($0.name) (\($0.address))" })
    }
    return found.first
  }

  // MARK: Connection

  private func connect() throws {
    try connection.call(
      Self.service, device, BlueZObjects.device, "Connect", timeout: timeouts.connection)
    try readObjects()
    let deadline = ContinuousClock.now + timeouts.connection
    while objects.property(device, BlueZObjects.device, "ServicesResolved")?.isTrue != true {
      guard let message = try connection.next(timeout: deadline - .now) else {
        throw DBusError.timeout("Connect")
      }
      _ = apply(message)
    }
    try readObjects()
    let characteristics = objects.notifying(of: device)
    guard !characteristics.isEmpty else { throw BluetoothError.noNotifications(name) }
    numbers = Dictionary(characteristics.map { ($0.path, $0.number) }) { first, _ in first }
    for (path, _) in characteristics {
      try connection.call(Self.service, path, BlueZObjects.characteristic, "StartNotify")
    }
    isConnected = true
  }

  /// Applies a signal to the objects.
  ///
  /// - Returns: The notification of a characteristic; nil for another signal.
  private func apply(_ message: DBusMessage) -> PM5Frame? {
    guard message.kind == .signal, let path = message.path else { return nil }
    switch message.member {
    case "InterfacesAdded" where message.body.count == 2:
      if let added = message.body[0].text { objects.add(added, message.body[1]) }
    case "PropertiesChanged" where message.body.count >= 2:
      let interface = message.body[0].text ?? ""
      if interface == BlueZObjects.characteristic {
        guard let number = numbers[path],
          let bytes = message.body[1].dictionary?["Value"]?.bytes
        else { return nil }
        return PM5Frame(time: elapsed, characteristic: number, bytes: bytes)
      }
      objects.change(path, interface, message.body[1])
      if path == device, interface == BlueZObjects.device,
        message.body[1].dictionary?["Connected"]?.isTrue == false
      {
        isConnected = false
      }
    default: break
    }
    return nil
  }

  /// Seconds since the connection to the bus.
  private var elapsed: Double {
    let duration = (ContinuousClock.now - start).components
    return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
  }
}
