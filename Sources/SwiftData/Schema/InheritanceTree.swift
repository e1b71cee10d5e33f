// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Which of the models of a store are subclasses of others.
struct InheritanceTree {
  private let models: Set<ObjectIdentifier>
  /// The roots that have subclasses among the models.
  private let roots: Set<ObjectIdentifier>
  /// By the root, the names of the properties that a subclass computes.
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

  /// True if the table of a model has rows of several.
  func hasSeveral(_ description: ModelDescription) -> Bool {
    roots.contains(ObjectIdentifier(description.root.type))
  }

  func isOverridden(_ name: String, in description: ModelDescription) -> Bool {
    overridden[ObjectIdentifier(description.root.type)]?.contains(name) == true
  }

  /// Throws for a class that is not marked as a model, and for one without its superclass.
  func check(_ description: ModelDescription) throws {
    let type = description.type
    let declared = description.superclass.map { ObjectIdentifier($0.type) }
    let actual = (_getSuperclass(type) as? any PersistentModel.Type)
    if let actual, declared != ObjectIdentifier(actual) {
      throw SwiftDataError.modelValidationFailure.saying(
        "\(description.entityName) is a subclass of the model \(actual) and is not marked @Model: "
          + "mark it, or leave it out of the schema.")
    }
    guard let declared, !models.contains(declared), let superclass = description.superclass else {
      return
    }
    throw SwiftDataError.modelValidationFailure.saying(
      "\(description.entityName) and its superclass \(superclass.entityName) lie in one table, and "
        + "are in two configurations: put them into one.")
  }

  /// Throws if the two ends of a relationship don't name each other's classes.
  static func check(
    _ inverse: ModelDescription.Relationship?, of relationship: ModelDescription.Relationship,
    in description: ModelDescription
  ) throws {
    guard let inverse else { return }
    guard
      inverse.owner != relationship.access.target || inverse.access.target != relationship.owner
    else { return }
    let target = ModelDescription.of(inverse.owner).entityName
    throw SwiftDataError.modelValidationFailure.saying(
      "\(description.entityName).\(relationship.name) has the inverse \(target).\(inverse.name), "
        + "which leads from \(target) to \(inverse.access.target); it leads itself from "
        + "\(relationship.owner) to \(relationship.access.target). Give both ends the classes that "
        + "declare them.")
  }
}

extension ModelDescription {
  /// The topmost superclass that is a model.
  var root: ModelDescription { superclass?.root ?? self }

  /// The column of an attribute or a to-one relationship that the class itself declares.
  func column(of name: String) -> String {
    superclass == nil ? name : "\(entityName)_\(name)"
  }
}
