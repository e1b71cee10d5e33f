// Cairn
// SPDX-License-Identifier: Apache-2.0

/// One message of a Concept2 monitor.
///
/// ```swift
/// let message = try PM5Message(characteristic: 0x0032, bytes: bytes)
/// print(message[.strokeRate] ?? 0, message[.heartRate] ?? 0)
/// ```
///
/// A value is stored as the monitor's integer, so that encoding restores the bytes. A message may be
/// shorter than its layout, and then lacks the last fields. Bytes after the layout are ignored.
package struct PM5Message: Sendable, Hashable {
  /// The kind of message.
  package let characteristic: PM5Characteristic
  /// Whether the message was sent in characteristic 0080, whose layouts differ.
  package let isMultiplexed: Bool
  /// The number of fields that are present.
  package private(set) var count: Int
  /// The fields' integers in the order of the layout.
  private var values: SIMD16<UInt32>
  /// The force curve's samples in pounds-force; empty for other messages.
  package private(set) var samples: [UInt16]

  /// Decodes a notification of a characteristic.
  ///
  /// - Parameters:
  ///   - number: The characteristic; 0080 for a multiplexed message.
  ///   - bytes: The notification; the first byte of a multiplexed one names the message.
  /// - Throws: ``PM5Error`` for an unknown characteristic, or without a whole field.
  package init(characteristic number: UInt16, bytes: some Collection<UInt8>) throws(PM5Error) {
    if number == PM5Characteristic.multiplexed {
      guard let first = bytes.first else { throw .empty(number) }
      guard let characteristic = PM5Characteristic(rawValue: UInt16(first)) else {
        throw .unknownCharacteristic(UInt16(first))
      }
      try self.init(characteristic, payload: bytes.dropFirst(), isMultiplexed: true)
      return
    }
    guard let characteristic = PM5Characteristic(rawValue: number) else {
      throw .unknownCharacteristic(number)
    }
    try self.init(characteristic, payload: bytes, isMultiplexed: false)
  }

  /// Decodes the bytes of a message.
  ///
  /// - Parameters:
  ///   - characteristic: The kind of message.
  ///   - payload: The bytes, without the number of a multiplexed message.
  ///   - isMultiplexed: Whether the message has the layout of characteristic 0080.
  /// - Throws: ``PM5Error/tooShort(_:_:)`` without a whole field.
  package init(
    _ characteristic: PM5Characteristic, payload: some Collection<UInt8>, isMultiplexed: Bool
  ) throws(PM5Error) {
    self.characteristic = characteristic
    self.isMultiplexed = isMultiplexed
    values = SIMD16()
    samples = []
    count = 0
    if characteristic == .forceCurve {
      try decodeCurve(payload)
      return
    }
    var position = payload.startIndex
    for layout in characteristic.layout(isMultiplexed: isMultiplexed) {
      var value: UInt32 = 0
      var shift: UInt32 = 0
      for _ in 0..<layout.size {
        guard position != payload.endIndex else {
          if count == 0 { throw .tooShort(characteristic.rawValue, payload.count) }
          return
        }
        value |= UInt32(payload[position]) << shift
        shift += 8
        payload.formIndex(after: &position)
      }
      values[count] = value
      count += 1
    }
  }

  private mutating func decodeCurve(_ payload: some Collection<UInt8>) throws(PM5Error) {
    let bytes = [UInt8](payload)
    guard bytes.count >= 2 else { throw .tooShort(characteristic.rawValue, bytes.count) }
    let words = Int(bytes[0] & 0x0F)
    values[0] = UInt32(bytes[0] >> 4)
    values[1] = UInt32(bytes[1])
    count = 2
    samples.reserveCapacity(words)
    for index in 0..<words where 3 + index * 2 < bytes.count {
      samples.append(UInt16(bytes[2 + index * 2]) | UInt16(bytes[3 + index * 2]) << 8)
    }
  }

  /// Creates a message from the integers of its fields; the rest are 0.
  package init(
    _ characteristic: PM5Characteristic, isMultiplexed: Bool = false,
    _ fields: KeyValuePairs<PM5Field, Double>
  ) {
    self.characteristic = characteristic
    self.isMultiplexed = isMultiplexed
    values = SIMD16()
    samples = []
    let layouts = characteristic.layout(isMultiplexed: isMultiplexed)
    count = layouts.count
    for (index, layout) in layouts.enumerated() {
      if let unknown = layout.unknown { values[index] = unknown }
    }
    for (field, value) in fields { self[field] = value }
  }

  /// Creates a packet of a force curve.
  ///
  /// - Parameters:
  ///   - samples: At most 15 samples in pounds-force.
  ///   - sequence: The number of the packet, from 0.
  ///   - notifications: The number of packets of the curve, at most 15.
  ///   - isMultiplexed: Whether the packet is sent in characteristic 0080.
  package init(
    curve samples: some Collection<UInt16>, sequence: Int, notifications: Int,
    isMultiplexed: Bool = false
  ) {
    characteristic = .forceCurve
    self.isMultiplexed = isMultiplexed
    values = SIMD16()
    values[0] = UInt32(clamping: min(15, max(0, notifications)))
    values[1] = UInt32(clamping: min(255, max(0, sequence)))
    self.samples = Array(samples.prefix(15))
    count = 2
  }

  /// The message's bytes, without the number of a multiplexed message.
  package var payload: [UInt8] {
    if characteristic == .forceCurve {
      return [UInt8(values[0]) << 4 | UInt8(samples.count), UInt8(values[1])]
        + samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
    var bytes: [UInt8] = []
    for (index, layout) in characteristic.layout(isMultiplexed: isMultiplexed).prefix(count)
      .enumerated()
    {
      for byte in 0..<layout.size {
        bytes.append(UInt8(truncatingIfNeeded: values[index] >> UInt32(8 * byte)))
      }
    }
    return bytes
  }

  /// The notification's characteristic and bytes.
  package var notification: (characteristic: UInt16, bytes: [UInt8]) {
    guard isMultiplexed else { return (characteristic.rawValue, payload) }
    return (
      PM5Characteristic.multiplexed,
      [UInt8(truncatingIfNeeded: characteristic.rawValue)] + payload
    )
  }

  /// A field's value in its unit; nil if the message lacks it, or if it is unknown.
  ///
  /// Setting rounds to the field's resolution, and clamps to its range; nil sets the unknown value.
  package subscript(field: PM5Field) -> Double? {
    get {
      let layouts = characteristic.layout(isMultiplexed: isMultiplexed)
      for index in 0..<min(count, layouts.count) where layouts[index].field == field {
        guard case .number(let divisor) = layouts[index].form,
          layouts[index].unknown != values[index]
        else { return nil }
        return Double(values[index]) / divisor
      }
      return nil
    }
    set {
      let layouts = characteristic.layout(isMultiplexed: isMultiplexed)
      for index in 0..<min(count, layouts.count) where layouts[index].field == field {
        guard case .number(let divisor) = layouts[index].form else { return }
        guard let newValue, newValue.isFinite else {
          values[index] = layouts[index].unknown ?? 0
          return
        }
        let limit = Double(UInt64(1) << UInt64(8 * layouts[index].size)) - 1
        values[index] = UInt32(min(limit, max(0, (newValue * divisor).rounded())))
      }
    }
  }

  /// The integer of a field as sent; nil if the message lacks it.
  package func raw(_ field: PM5Field) -> UInt32? {
    if characteristic == .forceCurve {
      switch field {
      case .notifications: return values[0]
      case .sequence: return values[1]
      default: return nil
      }
    }
    let layouts = characteristic.layout(isMultiplexed: isMultiplexed)
    for index in 0..<min(count, layouts.count) where layouts[index].field == field {
      return values[index]
    }
    return nil
  }

  /// The integers of the present fields, in order.
  var rawValues: [UInt32] { (0..<count).map { values[$0] } }

  /// Sets the integers of the fields, in order.
  mutating func setRaw(_ integers: [UInt32]) {
    for (index, value) in integers.prefix(16).enumerated() { values[index] = value }
  }
}

/// The reason why a monitor's message can't be decoded.
package enum PM5Error: Error, Sendable, Hashable, CustomStringConvertible {
  /// A multiplexed message without bytes.
  case empty(UInt16)
  /// No message has the number.
  case unknownCharacteristic(UInt16)
  /// The message lacks its first field.
  case tooShort(UInt16, Int)
  /// A line of a capture file.
  case malformedLine(String)
  /// A frame of the CSAFE protocol.
  case malformedFrame(String)
  /// The text of a workout.
  case malformedWorkout(String)

  /// The reason and the remedy.
  package var description: String {
    switch self {
    case .empty(let number):
      "the message of characteristic \(PM5Characteristic.text(number)) is empty. Record it again."
    case .unknownCharacteristic(let number):
      "characteristic \(PM5Characteristic.text(number)) has no known message. Use 0031 to 003F, or "
        + "0080."
    case .tooShort(let number, let count):
      "the message of characteristic \(PM5Characteristic.text(number)) has only \(count) bytes. "
        + "Record it again."
    case .malformedLine(let reason):
      "malformed line: \(reason). Write SECONDS CHARACTERISTIC HEX."
    case .malformedFrame(let reason): "malformed CSAFE frame: \(reason). Send it again."
    case .malformedWorkout(let reason):
      "malformed workout: \(reason). Write it as 2000m, 30:00, 5x500m/2:00r or "
        + "v4:00/1:00r,3:00/1:00r."
    }
  }
}
