// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import SwiftData

/// A persisted property of an entity, as text, as a part of the snapshot, and as a key path.
///
/// One table of fields for each entity serves snapshots, the log, undo and the import.
package struct EntityField<Entity: TripEntity>: Sendable {
  /// The name of the property.
  package let name: String
  /// The property, as the history names it.
  package let path: any PartialKeyPath<Entity> & Sendable
  /// True if the server gets ciphertext of the values.
  package let isPrivate: Bool
  /// False for bytes and for values that follow from others.
  package let isLogged: Bool
  /// True for a relationship, whose target is loaded to read its identifier.
  let isRelation: Bool

  /// Returns the value as text; nil for nil.
  package let text: @Sendable (Entity) -> String?
  /// Sets the value from text; throws if the text is not a value.
  package let setText: @Sendable (String?, Entity, ModelContext) throws -> Void
  /// Copies the value to a snapshot.
  let read: @Sendable (Entity, inout Entity.Snapshot) -> Void
  /// Copies the value of a snapshot to the model if it differs; true if it does.
  let write: @Sendable (Entity.Snapshot, Entity, ModelContext) throws -> Bool
  /// Returns whether two snapshots have the same value.
  let isEqual: @Sendable (Entity.Snapshot, Entity.Snapshot) -> Bool
  /// Copies the value of a snapshot to another one.
  let copy: @Sendable (Entity.Snapshot, inout Entity.Snapshot) -> Void

  /// Creates the field of an attribute.
  package static func value<Value: FieldValue>(
    _ name: String,
    _ path: any ReferenceWritableKeyPath<Entity, Value> & Sendable,
    _ snapshot: any WritableKeyPath<Entity.Snapshot, Value> & Sendable,
    isPrivate: Bool = false, isLogged: Bool = true
  ) -> EntityField {
    EntityField(
      name: name, path: path, isPrivate: isPrivate, isLogged: isLogged, isRelation: false,
      text: { $0[keyPath: path].fieldText },
      setText: { text, entity, _ in
        guard let value = Value(fieldText: text) else {
          throw TripLibraryError.invalidValue(property: name, value: text ?? "nil")
        }
        entity[keyPath: path] = value
      },
      read: { entity, target in target[keyPath: snapshot] = entity[keyPath: path] },
      write: { source, entity, _ in
        guard entity[keyPath: path] != source[keyPath: snapshot] else { return false }
        entity[keyPath: path] = source[keyPath: snapshot]
        return true
      },
      isEqual: { $0[keyPath: snapshot] == $1[keyPath: snapshot] },
      copy: { source, target in target[keyPath: snapshot] = source[keyPath: snapshot] })
  }

  /// Creates the field of a relationship to one model.
  package static func relation<Target: TripEntity>(
    _ name: String,
    _ path: any ReferenceWritableKeyPath<Entity, Target?> & Sendable,
    _ snapshot: any WritableKeyPath<Entity.Snapshot, UUID?> & Sendable
  ) -> EntityField {
    @Sendable func target(_ id: UUID?, _ context: ModelContext) throws -> Target? {
      guard let id else { return nil }
      guard let target = try context.first(Target.self, id: id) else {
        throw TripLibraryError.unknownReference("\(Target.entityName) \(id.uuidString)")
      }
      return target
    }
    return EntityField(
      name: name, path: path, isPrivate: false, isLogged: true, isRelation: true,
      text: { $0[keyPath: path]?.id.uuidString },
      setText: { text, entity, context in
        guard let id = UUID?(fieldText: text) else {
          throw TripLibraryError.invalidValue(property: name, value: text ?? "nil")
        }
        entity[keyPath: path] = try target(id, context)
      },
      read: { entity, snapshotValue in
        snapshotValue[keyPath: snapshot] = entity[keyPath: path]?.id
      },
      write: { source, entity, context in
        let id = source[keyPath: snapshot]
        guard entity[keyPath: path]?.id != id else { return false }
        entity[keyPath: path] = try target(id, context)
        return true
      },
      isEqual: { $0[keyPath: snapshot] == $1[keyPath: snapshot] },
      copy: { source, target in target[keyPath: snapshot] = source[keyPath: snapshot] })
  }
}

/// A value of an attribute, with its text in the log.
package protocol FieldValue: Equatable, Sendable {
  /// The text; nil for nil.
  var fieldText: String? { get }
  /// Parses the text; nil if it is no value of the type.
  init?(fieldText: String?)
}

extension String: FieldValue {
  package var fieldText: String? { self }
  package init?(fieldText: String?) {
    guard let fieldText else { return nil }
    self = fieldText
  }
}

extension Bool: FieldValue {
  package var fieldText: String? { self ? "true" : "false" }
  package init?(fieldText: String?) {
    switch fieldText {
    case "true": self = true
    case "false": self = false
    default: return nil
    }
  }
}

extension Int: FieldValue {
  package var fieldText: String? { String(self) }
  package init?(fieldText: String?) {
    guard let value = fieldText.flatMap({ Int($0) }) else { return nil }
    self = value
  }
}

extension Double: FieldValue {
  package var fieldText: String? { String(self) }
  package init?(fieldText: String?) {
    guard let value = fieldText.flatMap({ Double($0) }) else { return nil }
    self = value
  }
}

extension Decimal: FieldValue {
  package var fieldText: String? { "\(self)" }
  package init?(fieldText: String?) {
    guard let value = fieldText.flatMap({ Decimal(string: $0) }) else { return nil }
    self = value
  }
}

extension Date: FieldValue {
  package var fieldText: String? { String(timeIntervalSinceReferenceDate) }
  package init?(fieldText: String?) {
    guard let value = fieldText.flatMap({ Double($0) }) else { return nil }
    self.init(timeIntervalSinceReferenceDate: value)
  }
}

extension UUID: FieldValue {
  package var fieldText: String? { uuidString }
  package init?(fieldText: String?) {
    guard let value = fieldText.flatMap({ UUID(uuidString: $0) }) else { return nil }
    self = value
  }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  package var fieldText: String? { flatMap(\.fieldText) }
  package init?(fieldText: String?) {
    guard let fieldText else {
      self = nil
      return
    }
    guard let value = Wrapped(fieldText: fieldText) else { return nil }
    self = value
  }
}

extension ModelContext {
  /// Returns the model with an identifier; nil if there is none.
  package func first<Entity: TripEntity>(_ type: Entity.Type, id: UUID) throws -> Entity? {
    var descriptor = FetchDescriptor<Entity>(predicate: Entity.with(id: id))
    descriptor.fetchLimit = 1
    return try fetch(descriptor).first
  }

  /// Returns the model of a row; nil if the row does not exist.
  func model<Entity: TripEntity>(_ type: Entity.Type, key: Int64) -> Entity? {
    let entities = layout(ofStore: 0).entities
    guard let index = entities.firstIndex(where: { $0.name == Entity.entityName }) else {
      return nil
    }
    return model(ofStore: 0, entity: index, key: key) as? Entity
  }
}
