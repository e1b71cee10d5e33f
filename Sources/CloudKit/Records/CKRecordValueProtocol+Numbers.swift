// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Bool: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.int64(self ? 1 : 0)) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Bool? {
    switch field.storage {
    case .int64(let value): value != 0
    case .double(let value): value != 0
    default: nil
    }
  }
}

extension CKRecordValueProtocol where Self: BinaryInteger {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue {
    _CKFieldValue(
      Int64(exactly: self).map { .int64($0) } ?? .unsupported("\(self), which is above Int64.max"))
  }

  /// Converts a stored number; nil if it is not an integer in the type's range.
  public static func _value(of field: _CKFieldValue) -> Self? {
    switch field.storage {
    case .int64(let value): Self(exactly: value)
    case .double(let value): Self(exactly: value)
    default: nil
    }
  }
}

extension Int: CKRecordValueProtocol {}
extension Int8: CKRecordValueProtocol {}
extension Int16: CKRecordValueProtocol {}
extension Int32: CKRecordValueProtocol {}
extension Int64: CKRecordValueProtocol {}
extension UInt: CKRecordValueProtocol {}
extension UInt8: CKRecordValueProtocol {}
extension UInt16: CKRecordValueProtocol {}
extension UInt32: CKRecordValueProtocol {}
extension UInt64: CKRecordValueProtocol {}

extension Double: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.double(self)) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Double? {
    switch field.storage {
    case .double(let value): value
    case .int64(let value): Double(value)
    default: nil
    }
  }
}

extension Float: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.double(Double(self))) }

  /// Converts a stored number to the nearest representable one.
  public static func _value(of field: _CKFieldValue) -> Float? {
    Double._value(of: field).map { Float($0) }
  }
}
