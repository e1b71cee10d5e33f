// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A model with the common properties of all entities of the store.
///
/// `isDeleted` is the tombstone. It hides `PersistentModel.isDeleted` of the framework, which is true for
/// models whose deletion is pending, so generic code uses this protocol.
package protocol TripEntity: PersistentModel where ID == UUID {
  /// The model's values, with identifiers in place of relationships.
  associatedtype Snapshot: EntitySnapshot where Snapshot.Entity == Self

  var id: UUID { get set }
  var createdAt: Date { get set }
  var updatedAt: Date { get set }
  var isDeleted: Bool { get set }
  var deletedAt: Date? { get set }

  /// The persisted properties, without the common ones.
  static var fields: [EntityField<Self>] { get }

  /// Creates a model without values.
  init(id: UUID, at now: Date)

  /// Copies the attributes of ``fields``.
  ///
  /// Entities of which a page shows hundreds copy each attribute without a key path.
  func copyAttributes(to snapshot: inout Snapshot)

  /// Copies the identifiers of the relationships of ``fields``, whose targets are loaded for it.
  func copyRelations(to snapshot: inout Snapshot)

  /// The trip that the model is a part of; nil for a trip, a profile, or a template.
  var trip: Trip? { get }

  /// Returns the condition for the model with an identifier.
  static func with(id: UUID) -> Predicate<Self>

  /// Returns the condition for the models of a trip, deleted ones included.
  static func inTrip(_ trip: UUID) -> Predicate<Self>

  /// The condition for deleted models.
  static var deletedModels: Predicate<Self> { get }
}

extension TripEntity {
  /// The name of the entity in the schema.
  package static var entityName: String { "\(Self.self)" }

  /// The name of the object's record in CloudKit, which follows from entity and identifier.
  ///
  /// It is computed, since a column would be a further value to send.
  package var cloudIdentifier: String { "\(Self.entityName).\(id.uuidString)" }

  /// The trip that contains the model, or the model itself if it is a trip.
  package var owningTrip: Trip? { self as? Trip ?? trip }

  /// True if the model or its trip is deleted.
  package var isHidden: Bool { isDeleted || trip?.isDeleted == true }

  /// The model's values.
  package func snapshot() -> Snapshot {
    var snapshot = attributes()
    copyRelations(to: &snapshot)
    return snapshot
  }

  /// The name in lists and messages; no related model is loaded for it.
  var listedName: String { attributes().name }

  /// The model's values without those of relationships.
  private func attributes() -> Snapshot {
    var snapshot = Snapshot(id: id, at: createdAt)
    snapshot.updatedAt = updatedAt
    snapshot.isDeleted = isDeleted
    snapshot.deletedAt = deletedAt
    copyAttributes(to: &snapshot)
    return snapshot
  }

  package func copyAttributes(to snapshot: inout Snapshot) {
    for field in Self.fields where !field.isRelation { field.read(self, &snapshot) }
  }

  package func copyRelations(to snapshot: inout Snapshot) {
    for field in Self.fields where field.isRelation { field.read(self, &snapshot) }
  }

  /// Assigns the values of a snapshot that differ.
  ///
  /// - Returns: True if a value differs.
  /// - Throws: ``TripLibraryError/unknownReference(_:)`` for an identifier of no object.
  @discardableResult
  package func apply(_ snapshot: Snapshot, in context: ModelContext) throws -> Bool {
    var isChanged = false
    for field in Self.fields where try field.write(snapshot, self, context) { isChanged = true }
    return isChanged
  }
}

/// The values of a model: Sendable, and the form of the JSON export.
package protocol EntitySnapshot: Codable, Sendable, Hashable, Identifiable where ID == UUID {
  /// The model's class.
  associatedtype Entity: TripEntity where Entity.Snapshot == Self

  var id: UUID { get set }
  var createdAt: Date { get set }
  var updatedAt: Date { get set }
  var isDeleted: Bool { get set }
  var deletedAt: Date? { get set }

  /// The name in lists and messages.
  var name: String { get }

  /// Creates a snapshot with the default values.
  init(id: UUID, at now: Date)

  /// Throws ``TripLibraryError/invalidValue(property:value:)`` for the first impossible value.
  func validate() throws
}

extension EntitySnapshot {
  /// Creates a snapshot with default values, a random identifier and the current time.
  package init() { self.init(id: UUID(), at: Date()) }
}
