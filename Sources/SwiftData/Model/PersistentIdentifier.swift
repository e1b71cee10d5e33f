// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The identity of a model: its store, its entity and its key.
///
/// ```swift
/// let identifier = trip.persistentModelID
/// let importer = ModelContext(container)
/// if let sameTrip = importer.model(for: identifier) as? Trip { print(sameTrip.name) }
/// ```
///
/// Identifiers can be sent between actors, encoded and decoded. A decoded identifier equals the
/// original. Keys are never reused, so an old identifier never refers to another model.
public struct PersistentIdentifier: Hashable, Comparable, Codable, Sendable, Identifiable {
  /// The identity as an opaque value.
  public struct ID: Hashable, Sendable {
    fileprivate let value: PersistentIdentifierValue
  }

  /// The store's identifier; nil while temporary.
  public let storeIdentifier: String?
  /// The name of the model's entity.
  public let entityName: String
  /// The row's key; negative while temporary.
  package let key: Int64
  /// The JSON of a non-integer key, assigned by a custom store.
  package let foreignKey: String?

  package init(storeIdentifier: String?, entityName: String, key: Int64) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    self.key = key
    foreignKey = nil
  }

  init(storeIdentifier: String, entityName: String, foreignKey: String) {
    self.storeIdentifier = storeIdentifier
    self.entityName = entityName
    key = 0
    self.foreignKey = foreignKey
  }

  /// Creates the identifier of a model from its primary key in a store.
  ///
  /// The framework's own stores have integer keys. Keys of other types are for custom stores.
  ///
  /// - Throws: An `EncodingError` if the key can't be encoded.
  public static func identifier<T>(
    for storeIdentifier: String, entityName: String, primaryKey: T
  ) throws -> PersistentIdentifier
  where T: Comparable & CustomStringConvertible & Decodable & Encodable & Hashable {
    if let integer = primaryKey as? any BinaryInteger, let key = Int64(exactly: integer) {
      return PersistentIdentifier(
        storeIdentifier: storeIdentifier, entityName: entityName, key: key)
    }
    return PersistentIdentifier(
      storeIdentifier: storeIdentifier, entityName: entityName,
      foreignKey: try StoredJSON.encode(primaryKey))
  }

  /// True until the model's first save; a temporary identifier must not be stored.
  public var isTemporary: Bool { storeIdentifier == nil }

  /// The stable identity.
  public var id: ID {
    ID(
      value: PersistentIdentifierValue(
        storeIdentifier: storeIdentifier, entityName: entityName, key: key, foreignKey: foreignKey))
  }

  /// Orders by store, entity and key.
  public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
    (lhs.storeIdentifier ?? "", lhs.entityName, lhs.key, lhs.foreignKey ?? "")
      < (rhs.storeIdentifier ?? "", rhs.entityName, rhs.key, rhs.foreignKey ?? "")
  }

  private static let lastTemporary = Atomic<Int64>(0)

  /// Returns a new key for an unsaved model: negative, and unique in the process.
  package static func temporaryKey() -> Int64 {
    lastTemporary.wrappingSubtract(1, ordering: .relaxed).newValue
  }
}

private struct PersistentIdentifierValue: Hashable, Sendable {
  let storeIdentifier: String?
  let entityName: String
  let key: Int64
  let foreignKey: String?
}

extension _ModelState {
  /// The identity of a model; a temporary key is assigned at the first call.
  mutating func identifier(of type: any PersistentModel.Type) -> PersistentIdentifier {
    if key == 0 { key = PersistentIdentifier.temporaryKey() }
    let name = ModelDescription.of(type).entityName
    if let core, key > 0 { return core.store.persistentIdentifier(key, name) }
    return PersistentIdentifier(storeIdentifier: nil, entityName: name, key: key)
  }
}
