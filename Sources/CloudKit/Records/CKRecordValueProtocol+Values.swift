// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension String: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.string(self)) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> String? {
    if case .string(let value) = field.storage { value } else { nil }
  }
}

extension Date: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.date(self)) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Date? {
    if case .date(let value) = field.storage { value } else { nil }
  }
}

extension Data: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.data(self)) }

  /// Converts a stored value; nil if it has another type.
  public static func _value(of field: _CKFieldValue) -> Data? {
    if case .data(let value) = field.storage { value } else { nil }
  }
}

extension Array: CKRecordValueProtocol where Element: CKRecordValueProtocol {
  /// The value in a record's storage format.
  public var _fieldValue: _CKFieldValue { _CKFieldValue(.list(map { $0._fieldValue.storage })) }

  /// Converts a stored list; nil if an element has another type.
  public static func _value(of field: _CKFieldValue) -> [Element]? {
    guard case .list(let values) = field.storage else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for value in values {
      guard let element = Element._value(of: _CKFieldValue(value)) else { return nil }
      elements.append(element)
    }
    return elements
  }
}
