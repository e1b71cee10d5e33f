// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The layout of FIT messages, from a definition message.
final class FITDefinition: Sendable, Hashable {
  /// A field's place in a message.
  struct Field: Sendable, Hashable {
    var number: UInt8
    var type: FITBaseType
    var offset: Int
    var size: Int

    /// Whether the size is a multiple of the type's size.
    var isWhole: Bool { size.isMultiple(of: type.size) }
  }

  /// A developer field's place in a message.
  struct DeveloperField: Sendable, Hashable {
    var number: UInt8
    var developer: UInt8
    var offset: Int
    var size: Int
  }

  let message: UInt16
  let isBigEndian: Bool
  let fields: [Field]
  let developerFields: [DeveloperField]

  /// The bytes of a message, without its header.
  let size: Int

  private let places: [Int16]

  init(
    message: UInt16, isBigEndian: Bool, fields: [Field], developerFields: [DeveloperField],
    size: Int
  ) {
    self.message = message
    self.isBigEndian = isBigEndian
    self.fields = fields
    self.developerFields = developerFields
    self.size = size
    var places = [Int16](repeating: -1, count: 256)
    for (index, field) in fields.enumerated() where places[Int(field.number)] < 0 {
      places[Int(field.number)] = Int16(truncatingIfNeeded: index)
    }
    self.places = places
  }

  /// Returns the field with a number; nil if messages have none.
  @inline(__always)
  func field(_ number: Int) -> Field? {
    guard number >= 0, number < 256 else { return nil }
    let place = places[number]
    return place < 0 ? nil : fields[Int(place)]
  }

  static func == (first: FITDefinition, second: FITDefinition) -> Bool {
    first === second
      || (first.message == second.message && first.isBigEndian == second.isBigEndian
        && first.fields == second.fields && first.developerFields == second.developerFields)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(fields)
  }
}
