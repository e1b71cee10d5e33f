// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Captures the values of a snapshot of any type, by property name, without converting them.
final class SnapshotCapture: Encoder {
  fileprivate(set) var values: [String: Any] = [:]

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(capture: self))
  }

  // A snapshot that encodes itself without keys has no values.

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unused() }

  func singleValueContainer() -> any SingleValueEncodingContainer { Unused() }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let capture: SnapshotCapture
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {}

    func encode<T: Encodable>(_ value: T, forKey key: Key) {
      capture.values[key.stringValue] = value
    }

    // The primitive overloads, whose default implementations call the generic one.

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key)
      -> KeyedEncodingContainer<Nested>
    {
      KeyedEncodingContainer(Keyed<Nested>(capture: SnapshotCapture()))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Unused() }

    func superEncoder() -> any Encoder { SnapshotCapture() }

    func superEncoder(forKey key: Key) -> any Encoder { SnapshotCapture() }
  }

  /// A container without keys.
  private struct Unused: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    func encodeNil() throws { throw unsupported }

    func encode<T: Encodable>(_ value: T) throws { throw unsupported }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
      -> KeyedEncodingContainer<Nested>
    {
      SnapshotCapture().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

    func superEncoder() -> any Encoder { SnapshotCapture() }

    private var unsupported: SwiftDataError {
      SwiftDataError.modelValidationFailure.withMessage(
        "A snapshot has a value without a property name. Encode each property under its name.")
    }
  }
}

extension SnapshotValues {
  /// The values of a snapshot of any type.
  convenience init(_ snapshot: some DataStoreSnapshot, _ description: ModelDescription) throws {
    let capture = SnapshotCapture()
    try snapshot.encode(to: capture)
    self.init(description, description.properties.map { capture.values[$0.name] })
  }
}
