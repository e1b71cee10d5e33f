// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The inheritance relations among the models of a store.
struct InheritanceTree {
  private let models: Set<ObjectIdentifier>
  /// The root classes with subclasses among the models.
  private let roots: Set<ObjectIdentifier>
  /// The names of the properties that a subclass overrides, by root class.
  private let overridden: [ObjectIdentifier: Set<String>]

  init(_ types: [any PersistentModel.Type]) {
    models = Set(types.map { ObjectIdentifier($0) })
    var roots: Set<ObjectIdentifier> = []
    var overridden: [ObjectIdentifier: Set<String>] = [:]
    for type in types {
      guard let inheritance = type._$inheritance else { continue }
      let root = ObjectIdentifier(ModelDescription.of(type).root.type)
      roots.insert(root)
      overridden[root, default: []].formUnion(inheritance.overrides)
    }
    self.roots = roots
    self.overridden = overridden
  }

  /// True if several models share the table of a model.
  func hasSeveral(_ description: ModelDescription) -> Bool {
    roots.contains(ObjectIdentifier(description.root.type))
  }

  func isOverridden(_ name: String, in description: ModelDescription) -> Bool {
    overridden[ObjectIdentifier(description.root.type)]?.contains(name) == true
  }

  /// Throws for a subclass that is not marked `@Model`, or whose superclass is in another store.
  func check(_ description: ModelDescription) throws {
    let type = description.type
    let declared = description.superclass.map { ObjectIdentifier($0.type) }
    let actual = (_getSuperclass(type) as? any PersistentModel.Type)
    if let actual, declared != ObjectIdentifier(actual) {
      throw SwiftDataError.modelValidationFailure.withMessage(
        "\(description.entityName) is a subclass of the model \(actual) and is not marked @Model: "
          + "mark it, or remove it from the schema.")
    }
    guard let declared, !models.contains(declared), let superclass = description.superclass else {
      return
    }
    throw SwiftDataError.modelValidationFailure.withMessage(
      "\(description.entityName) and its superclass \(superclass.entityName) share a table, but "
        + "belong to two configurations: put them into one.")
  }

  /// Throws if the two ends of a relationship don't have each other's classes as targets.
  static func check(
    _ inverse: ModelDescription.Relationship?, of relationship: ModelDescription.Relationship,
    in description: ModelDescription
  ) throws {
    guard let inverse else { return }
    guard
      inverse.owner != relationship.target || inverse.target != relationship.owner
    else { return }
    let target = ModelDescription.of(inverse.owner).entityName
    throw SwiftDataError.modelValidationFailure.withMessage(
      "\(description.entityName).\(relationship.name) has the inverse \(target).\(inverse.name), "
        + "which leads from \(target) to \(inverse.target), but the relationship leads from "
        + "\(relationship.owner) to \(relationship.target). Give each end the class that "
        + "declares the other end as its type.")
  }
}

extension ModelDescription {
  /// The topmost superclass that is a model.
  var root: ModelDescription { superclass?.root ?? self }

  /// The column of an attribute or a to-one relationship that the class itself declares.
  func column(of name: String) -> String {
    EntityLayout.column(of: name, in: entityName, isRoot: superclass == nil)
  }
}
