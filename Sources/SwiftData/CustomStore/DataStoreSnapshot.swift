// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The values of one model in a custom store.
///
/// ``DefaultSnapshot`` has all values of any model. A store with its own type reads the values from
/// the backing data:
///
/// ```swift
/// @Model final class City {
///   var name = ""
///   init() {}
/// }
/// struct CitySnapshot: DataStoreSnapshot {
///   let persistentIdentifier: PersistentIdentifier
///   var name: String
///
///   init(
///     from backingData: any BackingData,
///     relatedBackingDatas: inout [PersistentIdentifier: any BackingData]
///   ) {
///     guard let city = backingData as? any BackingData<City>,
///       let identifier = city.persistentModelID
///     else { preconditionFailure("A snapshot needs a city with an identifier.") }
///     persistentIdentifier = identifier
///     name = city.getValue(forKey: \.name)
///   }
///
///   init(_ identifier: PersistentIdentifier, name: String) {
///     persistentIdentifier = identifier
///     self.name = name
///   }
///
///   func copy(
///     persistentIdentifier: PersistentIdentifier,
///     remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
///   ) -> CitySnapshot {
///     CitySnapshot(persistentIdentifier, name: name)
///   }
/// }
/// ```
///
/// A context reads the values of a snapshot by encoding it. The keys are the names of the model's
/// properties. A to-one relationship has a ``PersistentIdentifier``, and a to-many relationship has
/// an array of them, in order.
public protocol DataStoreSnapshot: Decodable, Encodable, Sendable {
  /// Creates a snapshot of the values of a model.
  ///
  /// The initializer may add the backing data of related models, by their identifiers.
  init(
    from backingData: any BackingData,
    relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

  /// The identity of the model, temporary for a new model.
  var persistentIdentifier: PersistentIdentifier { get }

  /// Returns a copy with another identity, and with the identifiers in its relationships replaced.
  func copy(
    persistentIdentifier: PersistentIdentifier,
    remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
  ) -> Self
}

/// A value of a snapshot.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// A key of an encoded snapshot.
public enum DataStoreSnapshotCodingKey: CodingKey {
  /// The identity of the model.
  case persistentIdentifier
  /// A property of the model, by its name.
  case modeledProperty(String)

  /// Creates the key with a name.
  public init?(stringValue: String) {
    self =
      stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
  }

  /// Returns nil: keys have no numbers.
  public init?(intValue: Int) { return nil }

  /// The name of the property, or `persistentIdentifier`.
  public var stringValue: String {
    switch self {
    case .persistentIdentifier: "persistentIdentifier"
    case .modeledProperty(let name): name
    }
  }

  /// Nil: keys have no numbers.
  public var intValue: Int? { nil }
}
