// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A base type of FIT fields, by its code in definition messages.
enum FITBaseType: UInt8 {
  case enumeration = 0x00
  case sint8 = 0x01
  case uint8 = 0x02
  case sint16 = 0x83
  case uint16 = 0x84
  case sint32 = 0x85
  case uint32 = 0x86
  case string = 0x07
  case float32 = 0x88
  case float64 = 0x89
  case uint8z = 0x0A
  case uint16z = 0x8B
  case uint32z = 0x8C
  case byte = 0x0D
  case sint64 = 0x8E
  case uint64 = 0x8F
  case uint64z = 0x90

  /// Creates the type of a code, with or without its bit for multi-byte types.
  init?(code: UInt8) {
    if let type = FITBaseType(rawValue: code) {
      self = type
    } else if let type = FITBaseType(rawValue: code | 0x80) {
      self = type
    } else if let type = FITBaseType(rawValue: code & 0x7F) {
      self = type
    } else {
      return nil
    }
  }

  /// The bytes of one value.
  var size: Int {
    switch self {
    case .enumeration, .sint8, .uint8, .string, .uint8z, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .uint32z, .float32: 4
    case .float64, .sint64, .uint64, .uint64z: 8
    }
  }

  /// The bits of the value that marks a missing one.
  var invalid: UInt64 {
    switch self {
    case .enumeration, .uint8, .byte: 0xFF
    case .sint8: 0x7F
    case .uint16: 0xFFFF
    case .sint16: 0x7FFF
    case .uint32, .float32: 0xFFFF_FFFF
    case .sint32: 0x7FFF_FFFF
    case .uint64, .float64: 0xFFFF_FFFF_FFFF_FFFF
    case .sint64: 0x7FFF_FFFF_FFFF_FFFF
    case .string, .uint8z, .uint16z, .uint32z, .uint64z: 0
    }
  }

  /// Decodes an integer; nil for the invalid value, and for types that are not integers.
  func integer(_ bits: UInt64) -> Int? {
    guard bits != invalid else { return nil }
    switch self {
    case .sint8: return Int(Int8(truncatingIfNeeded: bits))
    case .sint16: return Int(Int16(truncatingIfNeeded: bits))
    case .sint32: return Int(Int32(truncatingIfNeeded: bits))
    case .sint64: return Int(Int64(bitPattern: bits))
    case .string, .float32, .float64: return nil
    default: return Int(exactly: bits)
    }
  }

  /// Decodes a number; nil for the invalid value and for texts.
  func double(_ bits: UInt64) -> Double? {
    guard bits != invalid else { return nil }
    switch self {
    case .float32:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return value.isFinite ? Double(value) : nil
    case .float64:
      let value = Double(bitPattern: bits)
      return value.isFinite ? value : nil
    case .uint64, .uint64z: return Double(bits)
    case .string: return nil
    default: return integer(bits).map(Double.init)
    }
  }
}
