// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A snapshot with all values of a model.
///
/// Snapshots are encoded with a key for each property. A snapshot can be decoded once a container
/// has the model.
///
/// ```swift
/// func rename(_ snapshots: [DefaultSnapshot], to identifier: PersistentIdentifier) -> DefaultSnapshot? {
///   snapshots.first?.copy(persistentIdentifier: identifier)
/// }
/// ```
public struct DefaultSnapshot: DataStoreSnapshot {
  /// The identity of the model.
  public let persistentIdentifier: PersistentIdentifier
  let values: SnapshotValues

  init(_ identifier: PersistentIdentifier, _ values: SnapshotValues) {
    persistentIdentifier = identifier
    self.values = values
  }

  /// Creates a snapshot of all values of a model.
  ///
  /// The initializer adds no related backing data: relationships have identifiers.
  public init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
  ) {
    if let row = backingData as? any SnapshotSource {
      self.init(row.identifier, row.values)
    } else {
      let model = Self.model(backingData)
      self.init(
        backingData.persistentModelID ?? model.persistentModelID, SnapshotValues(of: model))
    }
  }

  private static func model<B: BackingData>(_ backingData: B) -> any PersistentModel {
    B.Model(backingData: backingData as any BackingData<B.Model>)
  }

  /// Returns a copy with another identity, and with the identifiers in its relationships replaced.
  public func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]? = [:]
  ) -> DefaultSnapshot {
    DefaultSnapshot(persistentIdentifier, values.replacing(remappedIdentifiers ?? [:]))
  }
}

extension DefaultSnapshot: Codable {
  /// Encodes the identity, then the value of each property under its name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    try container.encode(persistentIdentifier, forKey: .persistentIdentifier)
    for (property, value) in zip(values.description.properties, values.values) {
      guard let value else { continue }
      let key = DataStoreSnapshotCodingKey.modeledProperty(property.name)
      guard let value = value as? any Encodable else {
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: encoder.codingPath + [key],
            debugDescription: "\(property.name) has a value of \(type(of: value)), which is not "
              + "Codable. Conform the type to Codable."))
      }
      try container.encode(value, forKey: key)
    }
  }

  /// Decodes a snapshot of a model of an open container.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStoreSnapshotCodingKey.self)
    let identifier = try container.decode(
      PersistentIdentifier.self, forKey: .persistentIdentifier)
    guard let description = SnapshotModels.description(of: identifier) else {
      throw DecodingError.dataCorruptedError(
        forKey: .persistentIdentifier, in: container,
        debugDescription: "No container with a custom store has the model "
          + "\(identifier.entityName). Add it to the schema of the container.")
    }
    let properties = SnapshotAccess.of(description).properties
    var values: [Any?] = []
    values.reserveCapacity(properties.count)
    for (metadata, property) in zip(description.properties, properties) {
      let key = DataStoreSnapshotCodingKey.modeledProperty(metadata.name)
      guard container.contains(key), try !container.decodeNil(forKey: key) else {
        values.append(nil)
        continue
      }
      switch property {
      case .none: values.append(nil)
      case .relationship(let relationship):
        values.append(
          relationship.isToMany
            ? try container.decode([PersistentIdentifier].self, forKey: key)
            : try container.decode(PersistentIdentifier.self, forKey: key))
      case .attribute(let attribute):
        let plain = (attribute.type as? any OptionalProtocol.Type)?.wrappedType ?? attribute.type
        guard let type = plain as? any Decodable.Type else {
          throw DecodingError.dataCorruptedError(
            forKey: key, in: container,
            debugDescription: "\(metadata.name) has the type \(attribute.type), which is not "
              + "Codable. Conform the type to Codable.")
        }
        values.append(try container.decode(type, forKey: key))
      }
    }
    self.init(identifier, SnapshotValues(description, values))
  }
}
