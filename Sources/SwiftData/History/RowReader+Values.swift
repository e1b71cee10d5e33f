// Cairn
// SPDX-License-Identifier: Apache-2.0

extension _RowReader {
  /// The value of an attribute whose type is known only at run time; nil if it can't be read as
  /// that type.
  mutating func value(_ column: Int32, of property: Schema.PropertyMetadata) -> Any? {
    let type = Swift.type(of: property.keypath).valueType
    let wrapped = (type as? any OptionalProtocol.Type)?.wrappedType ?? type
    if let attribute = property.metadata as? Schema.Attribute,
      let name = attribute.options.compactMap(\.transformerName).first
    {
      return ValueTransformer.named(NSValueTransformerName(name))
        .flatMap { $0.reverseTransformedValue(data(column)) }
    }
    if let type = wrapped as? any _ColumnValue.Type { return value(column, type) }
    if !(wrapped is any _CollectionValue.Type), let type = wrapped as? any RawRepresentable.Type,
      let value = rawValue(column, type)
    {
      return value
    }
    if let type = wrapped as? any Decodable.Type { return decoded(column, type) }
    return nil
  }

  private mutating func value<Value: _ColumnValue>(_ column: Int32, _ type: Value.Type) -> Any {
    Value._read(&self, column)
  }

  private mutating func rawValue<Value: RawRepresentable>(_ column: Int32, _ type: Value.Type)
    -> Any?
  {
    guard let raw = Value.RawValue.self as? any _ColumnValue.Type else { return nil }
    return (value(column, raw) as? Value.RawValue).flatMap { Value(rawValue: $0) }
  }

  private func decoded<Value: Decodable>(_ column: Int32, _ type: Value.Type) -> Any? {
    var text = text(column)
    return text.withUTF8 { try? StoredJSON.decode(type, from: UnsafeRawBufferPointer($0)) }
  }
}
