// Cairn
// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) import Swift

/// The part of an attribute's Swift type that its column does not imply.
///
/// It decides whether stored values can still be read.
struct ValueType {
  /// A space and the name of an enumeration or a `Codable` type, with its raw values or first-level
  /// properties if they are known; empty if the column implies the type.
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

  /// The stored properties of a structure; nil if there are none, and for types of the standard
  /// library and Foundation.
  ///
  /// It runs no code of the type: an `init(from:)` may not tolerate the call.
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
