// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Scalar {
  /// Creates a constant with the column representation of its type.
  init?(constant value: Any) {
    let swiftType = Swift.type(of: value)
    guard let type = NativeType.column(of: swiftType) ?? EntityLayout.columnType(of: swiftType),
      type != .json,
      let stored = Scalar.stored(value, as: type)
    else { return nil }
    self.init(sql: .value(stored), isNullable: false, type: type, swiftType: swiftType)
  }

  /// The stored form of a value in a column of a type; nil if the column can't represent it.
  static func stored(_ value: Any, as type: _ColumnType) -> SQLValue? {
    if let stored = NativeType.stored(value, as: type) { return stored }
    if let raw = value as? any RawRepresentable, !(value is any _ColumnValue),
      !(value is any _CollectionValue)
    {
      return stored(raw.rawValue, as: type)
    }
    switch type {
    case .integer:
      guard let integer = value as? any BinaryInteger else { return nil }
      return Int64(exactly: integer).map { .integer($0) }
    case .boolean: return (value as? Bool).map { .integer($0 ? 1 : 0) }
    case .real:
      let number = (value as? Double) ?? (value as? Float).map { Double($0) }
      return number.flatMap { $0.isNaN ? nil : .real($0) }
    case .text:
      if let text = value as? String { return .text(text) }
      if let text = value as? Substring { return .text(String(text)) }
      return (value as? Character).map { .text(String($0)) }
    case .url:
      guard let url = value as? URL, url.baseURL == nil else { return nil }
      return .text(url.absoluteString)
    case .date: return (value as? Date).map { .real($0.timeIntervalSinceReferenceDate) }
    case .uuid: return (value as? UUID).map { .blob(bytes(of: $0)) }
    case .data: return (value as? Data).map { .blob($0) }
    case .decimal:
      guard let number = value as? Decimal, !number.isNaN else { return nil }
      return .text(number.description)
    case .transformed, .ephemeral: return nil
    case .json:
      // Only enums without associated values have a unique JSON text for each value.
      guard isPlainEnum(Swift.type(of: value)), let value = value as? any Encodable else {
        return nil
      }
      return (try? StoredJSON.encode(value)).map { .text($0) }
    }
  }

  private static func isPlainEnum(_ type: Any.Type) -> Bool {
    func all<T>(_ type: T.Type) -> Bool { EnumCases.all(type) != nil }
    return all(type)
  }

  private static func bytes(of uuid: UUID) -> Data {
    withUnsafeBytes(of: uuid.uuid) { Data($0) }
  }

  /// The likely stored forms of strings that are equal to a string in Swift.
  ///
  /// These are the string itself and its composed and decomposed forms, but no mixtures of both.
  static func forms(of text: String) -> [String] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return [text] }
    var forms: [String] = []
    for form in [
      text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
    ] where !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) {
      forms.append(form)
    }
    return forms
  }
}

extension Operand {
  /// The operand as a scalar; a constant gets the representation of `other`, if given.
  func scalar(like other: _ColumnType? = nil) -> Scalar? {
    switch self {
    case .scalar(let scalar): return scalar
    case .constant(let value):
      guard let other else { return Scalar(constant: value) }
      guard let stored = Scalar.stored(value, as: other) else { return nil }
      return Scalar(
        sql: .value(stored), isNullable: false, type: other, swiftType: type(of: value))
    default: return nil
    }
  }
}

/// The most common attribute types, looked up by type identity.
///
/// A cast to a protocol costs more than the rest of the conversion.
enum NativeType {
  private static let columns: [ObjectIdentifier: _ColumnType] = [
    ObjectIdentifier(String.self): .text, ObjectIdentifier(Int.self): .integer,
    ObjectIdentifier(Double.self): .real, ObjectIdentifier(Bool.self): .boolean,
    ObjectIdentifier(Date.self): .date, ObjectIdentifier(UUID.self): .uuid,
    ObjectIdentifier(Decimal.self): .decimal, ObjectIdentifier(Int64.self): .integer,
    ObjectIdentifier(Int32.self): .integer, ObjectIdentifier(Float.self): .real,
    ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url,
  ]

  /// The column representation of a type; nil for all but the most common types.
  static func column(of type: Any.Type) -> _ColumnType? { columns[ObjectIdentifier(type)] }

  /// The stored form of a value of a common type; nil for other types, and for NaN.
  static func stored(_ value: Any, as column: _ColumnType) -> SQLValue? {
    switch column {
    case .text: (value as? String).map { .text($0) }
    case .integer: (value as? Int).map { .integer(Int64($0)) }
    case .real: (value as? Double).flatMap { $0.isNaN ? nil : .real($0) }
    case .boolean: (value as? Bool).map { .integer($0 ? 1 : 0) }
    case .date: (value as? Date).map { .real($0.timeIntervalSinceReferenceDate) }
    default: nil
    }
  }
}
