// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The objects of BlueZ with their properties, as `GetManagedObjects` returns them.
struct BlueZObjects {
  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let characteristic = "org.bluez.GattCharacteristic1"

  /// Properties by path and interface.
  private(set) var interfaces: [String: [String: [String: DBusValue]]] = [:]

  /// Reads the answer of `GetManagedObjects`.
  init(_ answer: [DBusValue]) {
    for case .entry(let path, let interfaces) in answer.first?.elements ?? [] {
      if let path = path.text { add(path, interfaces) }
    }
  }

  /// Adds the interfaces of an object.
  mutating func add(_ path: String, _ values: DBusValue) {
    for (name, properties) in values.dictionary ?? [:] {
      interfaces[path, default: [:]][name] = properties.dictionary ?? [:]
    }
  }

  /// Applies changed properties of an object.
  mutating func change(_ path: String, _ interface: String, _ properties: DBusValue) {
    guard interfaces[path]?[interface] != nil else { return }
    for (name, value) in properties.dictionary ?? [:] {
      interfaces[path]?[interface]?[name] = value
    }
  }

  /// The path of the first adapter, in the order of paths; nil if there is none.
  var adapterPath: String? {
    interfaces.filter { $0.value[Self.adapter] != nil }.keys.min()
  }

  func property(_ path: String, _ interface: String, _ name: String) -> DBusValue? {
    interfaces[path]?[interface]?[name]
  }

  /// The monitors by path, with their names and addresses.
  var monitors: [(path: String, name: String, address: String)] {
    interfaces.keys.sorted().compactMap { path in
      let name = property(path, Self.device, "Name")?.text ?? ""
      let services = property(path, Self.device, "UUIDs")?.elements?.compactMap(\.text) ?? []
      let isMonitor =
        name.hasPrefix("PM5") || services.contains { $0.uppercased().hasPrefix("CE06") }
      guard interfaces[path]?[Self.device] != nil, isMonitor else { return nil }
      return (path, name, property(path, Self.device, "Address")?.text ?? "")
    }
  }

  /// The paths and numbers of a device's characteristics that send notifications.
  func notifying(of device: String) -> [(path: String, number: UInt16)] {
    interfaces.keys.sorted().compactMap { path in
      guard path.hasPrefix(device + "/"),
        let uuid = property(path, Self.characteristic, "UUID")?.text?.uppercased(),
        uuid.hasPrefix("CE06"), uuid.hasSuffix(Self.suffix),
        let number = UInt16(uuid.dropFirst(4).prefix(4), radix: 16),
        PM5Characteristic(rawValue: number) != nil,
        property(path, Self.characteristic, "Flags")?.elements?.contains(where: {
          $0.text == "notify"
        }) ?? true
      else { return nil }
      return (path, number)
    }
  }

  /// The part of a Concept2 UUID after the four digits of its characteristic.
  private static let suffix = "-43E5-11E4-916C-0800200C9A66"
}

/// The reason why a monitor can't be recorded over Bluetooth.
package enum BluetoothError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The service BlueZ isn't running.
  case noService
  /// The machine has no Bluetooth adapter.
  case noAdapter
  /// No monitor was found, or none with the name or address.
  case noMonitor(String)
  /// Several monitors match.
  case severalMonitors([String])
  /// The monitor has no characteristics with notifications.
  case noNotifications(String)

  /// The reason and the remedy.
  package var description: String {
    switch self {
    case .noService:
      "BlueZ is not running. Install the package bluez, and start the service bluetooth."
    case .noAdapter: "this machine has no Bluetooth adapter. Connect one."
    case .noMonitor(let name):
      "no monitor \(name) was found. Choose Connect on the PM5, and stay within a few metres."
    case .severalMonitors(let names):
      "several monitors match: \(names.joined(separator: ", ")). Give more of the serial number."
    case .noNotifications(let name):
      "\(name) has no rowing data. Update its firmware, or restart it."
    }
  }
}
