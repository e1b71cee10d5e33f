// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The values of a snapshot by property, shared by its copies.
final class SnapshotValues: @unchecked Sendable {
  // Immutable. The schema restricts the properties of a model to values that a store can hold.

  let description: ModelDescription
  /// The value of each property: an attribute, a `PersistentIdentifier`, or an array of them; nil
  /// for none.
  let values: [Any?]

  init(_ description: ModelDescription, _ values: [Any?]) {
    self.description = description
    self.values = values
  }

  /// The values of a model.
  convenience init(of model: any PersistentModel) {
    let description = ModelDescription.of(type(of: model))
    ContextCore.fulfillIfNeeded(model)
    let access = SnapshotAccess.of(description)
    self.init(
      description,
      access.properties.map { property in
        switch property {
        case .none: nil
        case .attribute(let attribute): attribute.value(in: model)
        case .relationship(let relationship):
          Self.targets(relationship.access.load(in: model, index: relationship.index), relationship)
        }
      })
  }

  private static func targets(
    _ targets: [any PersistentModel], _ relationship: ModelDescription.Relationship
  ) -> Any? {
    if relationship.isToMany { return targets.map(\.persistentModelID) }
    return targets.first?.persistentModelID
  }

  /// The values with the identifiers in relationships replaced.
  func replacing(_ identifiers: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotValues {
    if identifiers.isEmpty || description.relationships.isEmpty { return self }
    var copy = values
    var isChanged = false
    for relationship in description.relationships {
      if let target = copy[relationship.index] as? PersistentIdentifier {
        guard let new = identifiers[target] else { continue }
        copy[relationship.index] = new
        isChanged = true
      } else if let targets = copy[relationship.index] as? [PersistentIdentifier] {
        let new = targets.map { identifiers[$0] ?? $0 }
        if new == targets { continue }
        copy[relationship.index] = new
        isChanged = true
      }
    }
    return isChanged ? SnapshotValues(description, copy) : self
  }
}

/// Access to the properties of a model type for its snapshots.
///
/// It is created once for each type and lives as long as the process.
final class SnapshotAccess: @unchecked Sendable {
  // Immutable; metadata contains metatypes and stateless closures.

  enum Property {
    /// A property that is not stored.
    case none
    case attribute(Attribute)
    case relationship(ModelDescription.Relationship)
  }

  /// An attribute of a model type.
  struct Attribute {
    let name: String
    let type: Any.Type
    private let read: ((AnyObject) -> Any?)?
    private let fill: ((AnyObject, Any) -> Bool)?
    /// The nil of an optional attribute.
    private let empty: Any?
    private let makeDefault: (() -> Any)?

    fileprivate init(_ property: Schema.PropertyMetadata, _ type: Any.Type) {
      name = property.name
      self.type = type
      read = property.read
      fill = property.fill
      empty = (type as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as Any?
      makeDefault = property.makeDefault
    }

    var isOptional: Bool { empty != nil }

    /// The attribute's value in a loaded model; nil for no value.
    func value(in model: AnyObject) -> Any? {
      guard let value = read?(model) else { return nil }
      guard empty != nil, let optional = value as? any OptionalValue else { return value }
      return optional.wrapped
    }

    /// A value to assign to the attribute: nil of the attribute's type, or its default value.
    func assignable(_ value: Any?) -> Any? { value ?? empty ?? makeDefault?() }

    /// Sets the attribute, or its default value for nil; false if the value has another type.
    func set(_ value: Any?, in model: AnyObject) -> Bool {
      guard let fill else { return false }
      if let value { return fill(model, value) }
      if let empty { return fill(model, empty) }
      return makeDefault.map { fill(model, $0()) } ?? false
    }
  }

  let properties: [Property]

  private init(_ description: ModelDescription) {
    properties = zip(description.properties, description.keyPaths).enumerated().map { index, pair in
      if let relationship = description.relationship(at: index) {
        return .relationship(relationship)
      }
      let (property, keyPath) = pair
      if (property.metadata as? Schema.Attribute)?.options.contains(.ephemeral) == true {
        return .none
      }
      return .attribute(Attribute(property, type(of: keyPath).valueType))
    }
  }

  private static let known = Mutex<[ObjectIdentifier: SnapshotAccess]>([:])

  static func of(_ description: ModelDescription) -> SnapshotAccess {
    known.withLock { known in
      let type = ObjectIdentifier(description.type)
      if let access = known[type] { return access }
      let access = SnapshotAccess(description)
      known[type] = access
      return access
    }
  }
}

/// The value of an optional of any type.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self }
}

/// The models of open custom stores by entity name, for decoding snapshots.
enum SnapshotModels {
  private struct Known {
    var byName: [String: any PersistentModel.Type] = [:]
    var byStore: [String: [String: any PersistentModel.Type]] = [:]
  }

  private static let known = Mutex(Known())

  /// Registers the models of a store that is being opened.
  static func register(_ models: [any PersistentModel.Type]) {
    known.withLock { known in
      for model in models { known.byName[ModelDescription.of(model).entityName] = model }
    }
  }

  /// Registers the models of an open store.
  static func register(_ models: [any PersistentModel.Type], store: String) {
    let named = models.map { (ModelDescription.of($0).entityName, $0) }
    known.withLock { known in
      known.byStore[store] = Dictionary(named) { first, _ in first }
    }
  }

  /// The model of an identifier in its store, else the last registered model with the name.
  static func description(of identifier: PersistentIdentifier) -> ModelDescription? {
    let type = known.withLock { known in
      identifier.storeIdentifier.flatMap { known.byStore[$0]?[identifier.entityName] }
        ?? known.byName[identifier.entityName]
    }
    return type.map { ModelDescription.of($0) }
  }
}
