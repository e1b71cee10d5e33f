// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One message of a FIT file, with fields by number as in Garmin's profile.
///
/// ```swift
/// // The type of a timer event, field 1 of message 21.
/// if message.number == 21 { print(message.integer(1) ?? -1) }
/// ```
public struct FITMessage: Sendable, Hashable {
  /// The offset of the message in the file.
  public var offset: Int

  /// Seconds since 1989-12-31T00:00:00Z, or since the device's start if below 0x10000000.
  ///
  /// It includes compressed timestamps. Nil for a message without time.
  public internal(set) var timestamp: Int?

  /// The developer fields that the file describes.
  public internal(set) var developerFields: [FITDeveloperField] = []

  let definition: FITDefinition
  let payload: [UInt8]

  init(definition: FITDefinition, payload: [UInt8], offset: Int) {
    self.definition = definition
    self.payload = payload
    self.offset = offset
  }

  /// The global message number, such as 20 for a record.
  public var number: Int { Int(definition.message) }

  /// The numbers of the fields in the order of the file, including fields with invalid values.
  public var fieldNumbers: [Int] { definition.fields.map { Int($0.number) } }

  /// Returns the integer of a field, or the first valid one of an array; nil if it is invalid.
  public func integer(_ field: Int) -> Int? {
    guard let place = definition.field(field), place.isWhole else { return nil }
    var index = 0
    while index < place.size {
      if let value = place.type.integer(bits(place.offset + index, place.type.size)) {
        return value
      }
      index += place.type.size
    }
    return nil
  }

  /// Returns the number of a field, or the first valid one of an array; nil if it is invalid.
  ///
  /// - Parameters:
  ///   - field: The number of the field.
  ///   - scale: The divisor of the stored value, as in the profile.
  ///   - offset: The value that is subtracted after the division.
  /// - Returns: The number in the unit of the profile.
  public func double(_ field: Int, scale: Double = 1, offset: Double = 0) -> Double? {
    guard let place = definition.field(field), place.isWhole else { return nil }
    var index = 0
    while index < place.size {
      if let value = place.type.double(bits(place.offset + index, place.type.size)) {
        return value / scale - offset
      }
      index += place.type.size
    }
    return nil
  }

  /// Returns all numbers of an array field; nil for each invalid one.
  public func doubles(_ field: Int, scale: Double = 1, offset: Double = 0) -> [Double?] {
    guard let place = definition.field(field), place.isWhole else { return [] }
    return stride(from: 0, to: place.size, by: place.type.size).map { index in
      place.type.double(bits(place.offset + index, place.type.size)).map { $0 / scale - offset }
    }
  }

  /// Returns the text of a field, up to its first zero byte; nil if it is empty.
  public func string(_ field: Int) -> String? {
    guard let place = definition.field(field), place.type == .string else { return nil }
    return Self.text(payload[place.offset..<place.offset + place.size])
  }

  /// Returns the bytes of a field as they are in the file; nil if messages have no such field.
  public func bytes(_ field: Int) -> [UInt8]? {
    definition.field(field).map { Array(payload[$0.offset..<$0.offset + $0.size]) }
  }

  /// Decodes a text up to its first zero byte; nil if it is empty.
  static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    let text = bytes.prefix { $0 != 0 }
    return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
  }

  @inline(__always)
  private func bits(_ offset: Int, _ size: Int) -> UInt64 {
    Self.bits(payload, offset, size, isBigEndian: definition.isBigEndian)
  }

  /// Reads an unsigned integer of up to eight bytes.
  @inline(__always)
  static func bits(
    _ payload: [UInt8], _ offset: Int, _ size: Int, isBigEndian: Bool
  ) -> UInt64 {
    var value: UInt64 = 0
    var index = 0
    while index < size {
      let byte = payload[offset + (isBigEndian ? index : size - 1 - index)]
      value = value << 8 | UInt64(byte)
      index += 1
    }
    return value
  }
}

/// A value that a developer has added to a FIT message.
public struct FITDeveloperField: Sendable, Hashable {
  /// A decoded value.
  public enum Value: Sendable, Hashable {
    /// One number, with scale and offset applied.
    case number(Double)
    /// Several numbers, nil for each invalid one.
    case numbers([Double?])
    /// A text.
    case text(String)
  }

  /// The description of the field in the file.
  public var description: FITFieldDescription

  /// The value.
  public var value: Value

  /// The value if it is one number.
  ///
  /// It is never inlined, because the optimizer of Swift 6.3 fails on its copies.
  @inline(never)
  public var number: Double? {
    if case .number(let number) = value { number } else { nil }
  }

  /// The valid numbers of the value.
  public var numbers: [Double] {
    switch value {
    case .number(let number): [number]
    case .numbers(let numbers): numbers.compactMap(\.self)
    case .text: []
    }
  }
}

/// A description of a developer field (message 206).
public final class FITFieldDescription: Sendable, Hashable {
  /// The index of the developer.
  public let developer: Int

  /// The number of the field.
  public let number: Int

  /// The name of the field.
  public let name: String

  /// The units of the value, as the developer has written them.
  public let units: String?

  /// The message that the field belongs to in Garmin's profile, if it replaces a field there.
  public let nativeMessage: Int?

  /// The field of the profile that the field replaces.
  public let nativeField: Int?

  let type: FITBaseType
  let scale: Double
  let offset: Double

  /// The figure that the name stands for, which is found once for all values of the field.
  let figure: FITStrokeFigure?

  init(
    developer: Int, number: Int, name: String, units: String?, type: FITBaseType,
    scale: Double = 1, offset: Double = 0, nativeMessage: Int? = nil, nativeField: Int? = nil
  ) {
    self.developer = developer
    self.number = number
    self.name = name
    self.units = units
    self.type = type
    self.scale = scale
    self.offset = offset
    self.nativeMessage = nativeMessage
    self.nativeField = nativeField
    figure = FITStrokeFigure(name: name)
  }

  /// Creates the description in a message; nil if it lacks a number or type.
  convenience init?(_ message: FITMessage) {
    guard let developer = message.integer(0), let number = message.integer(1),
      let code = message.integer(2),
      let type = UInt8(exactly: code).flatMap(FITBaseType.init(code:))
    else { return nil }
    let scale = message.double(6) ?? 1
    self.init(
      developer: developer, number: number, name: message.string(3) ?? "field \(number)",
      units: message.string(8), type: type, scale: scale == 0 ? 1 : scale,
      offset: message.double(7) ?? 0, nativeMessage: message.integer(14),
      nativeField: message.integer(15))
  }

  /// Whether two descriptions are equal.
  public static func == (first: FITFieldDescription, second: FITFieldDescription) -> Bool {
    first === second
      || (first.developer == second.developer && first.number == second.number
        && first.name == second.name && first.units == second.units && first.type == second.type
        && first.scale == second.scale && first.offset == second.offset)
  }

  /// Hashes the identity of the field.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(developer)
    hasher.combine(number)
    hasher.combine(name)
  }
}
