// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Returns all objects of a type in the order of lists.
  package func objects<Object: RuckObject>(_ type: Object.Type) throws -> [Object] {
    try modelContext.fetch(Object.all).map { Object($0) }
  }

  /// Returns an object; nil if none has the identifier.
  package func object<Object: RuckObject>(_ type: Object.Type, _ id: UUID) throws -> Object? {
    try modelContext.fetch(Object.descriptor(for: id)).first.map { Object($0) }
  }

  /// Stores a new object.
  ///
  /// - Parameter object: The values; the store assigns the identifier.
  /// - Returns: The stored object.
  /// - Throws: ``RuckObjectError``, or a `SwiftDataError`; nothing is stored then.
  @discardableResult
  package func insert<Object: RuckObject>(_ object: Object) throws -> Object {
    try object.validate()
    var stored: Object?
    try modelContext.transaction {
      let owner = try ownerForUpdate()
      let model = object.makeModel(owner: owner)
      modelContext.insert(model)
      try object.write(to: model, in: modelContext)
      Object.limit(model, to: owner.effectivePrivacyLevel)
      try modelContext.recordActivity(Object.self, about: model, by: owner)
      stored = Object(model)
    }
    guard let stored else { throw RuckObjectError.notFound(Object.noun, id: "") }
    return stored
  }

  /// Changes an object.
  ///
  /// - Parameters:
  ///   - type: The object's type.
  ///   - id: The identifier.
  ///   - change: Changes the present values.
  /// - Returns: The changed object.
  /// - Throws: ``RuckObjectError``, or a `SwiftDataError`; nothing is changed then.
  @discardableResult
  package func edit<Object: RuckObject>(
    _ type: Object.Type, _ id: UUID, _ change: @Sendable (inout Object) throws -> Void
  ) throws -> Object {
    var stored: Object?
    try modelContext.transaction {
      let model = try model(type, id)
      var object = Object(model)
      try change(&object)
      try object.validate()
      try object.write(to: model, in: modelContext)
      if let owner = try owner() {
        Object.limit(model, to: owner.effectivePrivacyLevel)
        try modelContext.relinkActivity(Object.self, about: model, by: owner)
      }
      stored = Object(model)
    }
    guard let stored else { throw RuckObjectError.notFound(Object.noun, id: id.uuidString) }
    return stored
  }

  /// Deletes an object with its dependents.
  ///
  /// - Throws: ``RuckObjectError/notFound(_:id:)``, or a `SwiftDataError`.
  package func remove<Object: RuckObject>(_ type: Object.Type, _ id: UUID) throws {
    try modelContext.transaction {
      modelContext.delete(try model(type, id))
      if let kind = Object.activityKind, let owner = try owner() {
        try modelContext.deleteActivities([
          SocialActivity.identifier(kind, about: id, by: owner.id)
        ])
      }
    }
  }

  /// Returns the objects that a text names: by a prefix of their identifiers, or by their names.
  ///
  /// - Parameters:
  ///   - type: The type of the objects.
  ///   - text: A prefix of an identifier, a name, or a part of a name, in any case.
  /// - Returns: The objects with the prefix, else those with the name, else those whose names
  ///   contain the text.
  /// - Throws: A `SwiftDataError`.
  package func objects<Object: RuckObject>(
    _ type: Object.Type, matching text: String
  ) throws -> [Object] {
    guard !text.isEmpty else { return [] }
    let all = try objects(type)
    let prefixed = all.filter { $0.id.uuidString.hasPrefix(text.uppercased()) }
    if !prefixed.isEmpty { return prefixed }
    let named = all.filter { $0.title.lowercased() == text.lowercased() }
    if !named.isEmpty { return named }
    return all.filter { $0.title.localizedStandardContains(text) }
  }

  /// Returns the model of an object.
  func model<Object: RuckObject>(_ type: Object.Type, _ id: UUID) throws -> Object.Model {
    guard let model = try modelContext.fetch(Object.descriptor(for: id)).first else {
      throw RuckObjectError.notFound(Object.noun, id: id.uuidString.lowercased())
    }
    return model
  }
}
