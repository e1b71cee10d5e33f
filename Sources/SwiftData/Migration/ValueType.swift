// Cairn
// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) import Swift

/// What there is to know of the Swift type of an attribute that its column does not tell: whether a
/// value in the store can still be read depends on it.
struct ValueType {
  /// A space and the name of an enumeration or a `Codable` type, with its raw values or the parts of
  /// its first level where it tells them; empty for what the column says all of.
  let text: String

  init(_ column: _ColumnType, _ metadata: Schema.PropertyMetadata) {
    let valueType = Swift.type(of: metadata.keypath).valueType
    let type = (valueType as? any OptionalProtocol.Type)?.wrappedType ?? valueType
    guard column != .transformed, !(type is any _ColumnValue.Type) else {
      text = ""
      return
    }
    var words = "\(type)"
    if column == .json {
      words += Self.list(Self.parts(of: type))
    } else {
      words += Self.list((type as? any CaseIterable.Type).map { Self.cases($0) })
    }
    text = " " + String(words.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  private static func list(_ words: [String]?) -> String {
    words.map { "(\($0.joined(separator: ", ")))" } ?? ""
  }

  /// The stored properties of a structure; nil for what it has none of, and for the standard library's
  /// own types, whose parts are their own business.
  ///
  /// Nothing of the type's own code runs: an `init(from:)` need not bear to be called for this.
  private static func parts(of type: Any.Type) -> [String]? {
    let name = String(reflecting: type)
    if name.hasPrefix("Swift.") || name.hasPrefix("Foundation") { return nil }
    var parts: [String] = []
    _forEachField(of: type) { name, _, type, _ in
      parts.append("\(String(cString: name)) \(type)")
      return true
    }
    return parts.isEmpty ? nil : parts
  }

  private static func cases<T: CaseIterable>(_ type: T.Type) -> [String] {
    type.allCases.prefix(256).map { value in
      (value as? any RawRepresentable).map { rawValue(of: $0) } ?? "\(value)"
    }
  }

  private static func rawValue<T: RawRepresentable>(of value: T) -> String { "\(value.rawValue)" }
}
