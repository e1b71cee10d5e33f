// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value of the D-Bus type system.
package indirect enum DBusValue: Sendable, Hashable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// Elements of one type, given by its signature.
  case array(of: String, [DBusValue])
  case structure([DBusValue])
  /// An entry of an array that is a dictionary.
  case entry(DBusValue, DBusValue)
  case variant(DBusValue)

  /// The type's signature.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .array(let element, _): "a" + element
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }

  /// The text of a string, an object path or a signature; nil for another type.
  package var text: String? {
    switch self {
    case .string(let text), .objectPath(let text), .signature(let text): text
    case .variant(let value): value.text
    default: nil
    }
  }

  /// The truth value; nil for another type.
  package var isTrue: Bool? {
    switch self {
    case .boolean(let value): value
    case .variant(let value): value.isTrue
    default: nil
    }
  }

  /// The elements of an array; nil for another type.
  package var elements: [DBusValue]? {
    switch self {
    case .array(_, let elements): elements
    case .variant(let value): value.elements
    default: nil
    }
  }

  /// The bytes of an array of bytes; nil for another type.
  package var bytes: [UInt8]? {
    elements.flatMap { elements in
      let bytes = elements.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
      return bytes.count == elements.count ? bytes : nil
    }
  }

  /// The values of a dictionary with texts as keys; nil for another type.
  package var dictionary: [String: DBusValue]? {
    guard let elements else { return nil }
    var result: [String: DBusValue] = [:]
    for element in elements {
      guard case .entry(let key, let value) = element, let text = key.text else { return nil }
      result[text] = value
    }
    return result
  }

  /// Creates a dictionary of properties, `a{sv}`.
  package static func properties(_ values: [String: DBusValue]) -> DBusValue {
    .array(
      of: "{sv}",
      values.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .variant($0.value)) })
  }
}

/// The reason why D-Bus, or a service on it, can't be used.
package enum DBusError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bus has no socket at the address, or it refuses the connection.
  case unreachable(String, reason: String)
  /// The bus rejects this user.
  case rejected(String)
  /// The bus has closed the connection.
  case closed
  /// A message can't be decoded, at an offset in it.
  case malformed(String, offset: Int)
  /// The service has answered with an error.
  case failed(name: String, message: String)
  /// The service has not answered in time.
  case timeout(String)

  /// The reason and the remedy.
  package var description: String {
    switch self {
    case .unreachable(let address, let reason):
      "can't connect to D-Bus at \(address): \(reason). Start the service dbus."
    case .rejected(let reason):
      "D-Bus rejects this user: \(reason). Run the command as a user who may use the system bus."
    case .closed: "D-Bus has closed the connection. Run the command again."
    case .malformed(let reason, let offset):
      "malformed D-Bus message at byte \(offset): \(reason). Run the command again."
    case .failed(let name, let message):
      "\(message.isEmpty ? "the service has failed" : message) (\(name))"
    case .timeout(let call): "no answer to \(call) in time. Run the command again."
    }
  }
}
