// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Rowing
import Synchronization

/// Runs a body with a private bus and a service with the interfaces of BlueZ.
func withBluetoothService<Result>(
  _ options: BluetoothService.Options,
  _ body: (MessageBus, BluetoothService) async throws -> Result
) async throws -> Result {
  let bus = try MessageBus()
  let service = try BluetoothService(on: bus, options)
  defer { service.end() }
  return try await body(bus, service)
}

/// A service with the interfaces of BlueZ and one monitor, on a private bus.
///
/// It answers calls on its own thread until its last reference is gone.
final class BluetoothService: Sendable {
  /// The behavior of the monitor.
  struct Options: Sendable {
    var name = "PM5 430123456"
    var address = "00:11:22:33:44:55"
    /// Whether the monitor is known before a search.
    var isKnown = true
    var hasAdapter = true
    var hasServices = true
    /// The notifications, which follow once all characteristics have subscribers.
    var frames: [PM5Frame] = []
    /// The number of notifications before the connection is lost; nil for never.
    var lossAfter: Int?
    /// The number of notifications that are missing after the loss.
    var missing = 1
  }

  private struct State: Sendable {
    var calls: [String] = []
    var isEnding = false
  }

  private let state = Mutex(State())

  /// The names of the called methods, with the objects' paths.
  var calls: [String] { state.withLock { $0.calls } }

  /// Starts the service.
  init(on bus: MessageBus, _ options: Options) throws {
    let address = bus.address
    let ready = DispatchSemaphore(value: 0)
    let thread = Thread { [state = Reference(self)] in
      let connection = try? DBusConnection(address: address)
      try? connection?.claim("org.bluez")
      ready.signal()
      guard let connection else { return }
      var device = Device(options: options, connection: connection)
      while let service = state.service, !service.state.withLock({ $0.isEnding }) {
        guard let message = try? connection.next(timeout: .milliseconds(50)) else { continue }
        if let path = message.path, let member = message.member, message.kind == .call {
          service.state.withLock { $0.calls.append("\(member) \(path)") }
        }
        try? device.answer(message)
      }
    }
    thread.start()
    ready.wait()
  }

  /// Ends the thread.
  func end() { state.withLock { $0.isEnding = true } }

  /// A reference of the thread, which doesn't keep the service.
  private final class Reference: Sendable {
    private let weakService: Mutex<WeakBox>

    struct WeakBox: Sendable { weak var service: BluetoothService? }

    init(_ service: BluetoothService) { weakService = Mutex(WeakBox(service: service)) }

    var service: BluetoothService? { weakService.withLock { $0.service } }
  }
}

/// The monitor's objects and their answers.
private struct Device {
  static let adapterPath = "/org/bluez/hci0"
  static let path = adapterPath + "/dev_00_11_22_33_44_55"
  static let numbers: [UInt16] = PM5Characteristic.allCases.map(\.rawValue)

  let options: BluetoothService.Options
  let connection: DBusConnection
  var isKnown: Bool
  var isConnected = false
  var subscribed: Set<String> = []
  var sent = 0

  init(options: BluetoothService.Options, connection: DBusConnection) {
    self.options = options
    self.connection = connection
    isKnown = options.isKnown
  }

  private static func path(of number: UInt16) -> String {
    "\(path)/service0010/char\(String(number, radix: 16))"
  }

  private var properties: DBusValue {
    .properties([
      "Name": .string(options.name), "Address": .string(options.address),
      "Connected": .boolean(isConnected), "ServicesResolved": .boolean(isConnected),
    ])
  }

  private var objects: DBusValue {
    var entries: [DBusValue] = []
    func add(_ path: String, _ interface: String, _ properties: DBusValue) {
      entries.append(
        .entry(
          .objectPath(path),
          .array(of: "{sa{sv}}", [.entry(.string(interface), properties)])))
    }
    if options.hasAdapter {
      add(
        Self.adapterPath, "org.bluez.Adapter1", .properties(["Powered": .boolean(false)]))
    }
    if isKnown { add(Self.path, "org.bluez.Device1", properties) }
    if isConnected, options.hasServices {
      for number in Self.numbers {
        let digits = String(number, radix: 16, uppercase: false)
        add(
          Self.path(of: number), "org.bluez.GattCharacteristic1",
          .properties([
            "UUID": .string("ce0600\(digits)-43e5-11e4-916c-0800200c9a66"),
            "Flags": .array(of: "s", [.string("notify")]),
          ]))
      }
    }
    return .array(of: "{oa{sa{sv}}}", entries)
  }

  mutating func answer(_ message: DBusMessage) throws {
    guard message.kind == .call, let member = message.member, let path = message.path else {
      return
    }
    var reply = DBusMessage(.answer)
    reply.destination = message.sender
    reply.replySerial = message.serial
    switch member {
    case "GetManagedObjects": reply.body = [objects]
    case "Connect": isConnected = true
    case "Disconnect": (isConnected, subscribed) = (false, [])
    case "StartNotify": subscribed.insert(path)
    case "StartDiscovery", "StopDiscovery", "SetDiscoveryFilter", "Set": break
    default:
      reply = DBusMessage(.error)
      reply.destination = message.sender
      reply.replySerial = message.serial
      reply.errorName = "org.freedesktop.DBus.Error.UnknownMethod"
      reply.body = [.string("no method \(member)")]
    }
    try connection.send(reply)
    if member == "StartDiscovery", !isKnown {
      isKnown = true
      try signal(
        "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded",
        [
          .objectPath(Self.path),
          .array(of: "{sa{sv}}", [.entry(.string("org.bluez.Device1"), properties)]),
        ])
    }
    if member == "StartNotify", subscribed.count == Self.numbers.count { try notify() }
  }

  private mutating func notify() throws {
    while sent < options.frames.count {
      if sent == options.lossAfter, isConnected {
        (isConnected, subscribed) = (false, [])
        sent += options.missing
        return try change(Self.path, "org.bluez.Device1", ["Connected": .boolean(false)])
      }
      let frame = options.frames[sent]
      sent += 1
      try change(
        Self.path(of: frame.characteristic), "org.bluez.GattCharacteristic1",
        ["Value": .array(of: "y", frame.bytes.map { .byte($0) })])
    }
  }

  private func change(
    _ path: String, _ interface: String, _ values: [String: DBusValue]
  ) throws {
    try signal(
      path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string(interface), .properties(values), .array(of: "s", [])])
  }

  private func signal(
    _ path: String, _ interface: String, _ member: String, _ body: [DBusValue]
  ) throws {
    var message = DBusMessage(.signal)
    message.path = path
    message.interface = interface
    message.member = member
    message.body = body
    try connection.send(message)
  }
}
