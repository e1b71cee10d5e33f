// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Scalar {
  /// A value that is known now, in the representation that a column of its type has.
  init?(constant value: Any) {
    let swiftType = Swift.type(of: value)
    guard let type = NativeType.column(of: swiftType) ?? EntityLayout.columnType(of: swiftType),
      type != .json,
      let stored = Scalar.stored(value, as: type)
    else { return nil }
    self.init(sql: .value(stored), isNullable: false, type: type, swiftType: swiftType)
  }

  /// A value as a column of a type holds it; nil if it can't.
  static func stored(_ value: Any, as type: _ColumnType) -> SQLValue? {
    if let stored = NativeType.stored(value, as: type) { return stored }
    if let raw = value as? any RawRepresentable, !(value is any _ColumnValue) {
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
      // Only for enums without values is there one text for one value.
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

  /// The texts that are equal to a text in Swift and likely to be stored: as given, composed and
  /// decomposed. (Mixtures of the two are not found by them.)
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

/// A constant in the place of a scalar beside another one whose type is known.
extension Operand {
  /// The operand as a scalar; a constant takes the representation of `other` where that is given.
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
