// Cairn
// SPDX-License-Identifier: Apache-2.0

public import CoreLocation
public import Foundation

extension CKRecord.Reference: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.reference(self)) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> CKRecord.Reference? {
    if case .reference(let value) = field.storage { value } else { nil }
  }
}

extension CKAsset: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.asset(self)) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> CKAsset? {
    if case .asset(let value) = field.storage { value } else { nil }
  }
}

extension CLLocation: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.location(self)) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Self? {
    if case .location(let value) = field.storage { value as? Self } else { nil }
  }
}

extension NSString: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.string("\(self)")) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Self? {
    String._value(of: field).flatMap { NSString(string: $0) as? Self }
  }
}

extension NSDate: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue {
    _CKFieldValue(
      .date(Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)))
  }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Self? {
    Date._value(of: field).flatMap {
      NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) as? Self
    }
  }
}

extension NSData: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.data(Data(referencing: self))) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Self? {
    Data._value(of: field).flatMap { NSData(data: $0) as? Self }
  }
}

extension NSNumber: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue {
    switch UInt8(bitPattern: objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): _CKFieldValue(.double(doubleValue))
    case UInt8(ascii: "Q"): uint64Value._fieldValue
    default: _CKFieldValue(.int64(int64Value))
    }
  }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Self? {
    switch field.storage {
    case .int64(let value): NSNumber(value: value) as? Self
    case .double(let value): NSNumber(value: value) as? Self
    default: nil
    }
  }
}

extension NSArray: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue {
    let values = map { element -> StoredValue in
      guard let value = element as? any CKRecordValueProtocol else {
        return .unsupported("a list with a \(type(of: element))")
      }
      return value._fieldValue.storage
    }
    return _CKFieldValue(.list(values))
  }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Self? {
    guard case .list(let values) = field.storage else { return nil }
    let elements = values.compactMap(\.object)
    guard elements.count == values.count else { return nil }
    return NSArray(array: elements) as? Self
  }
}
