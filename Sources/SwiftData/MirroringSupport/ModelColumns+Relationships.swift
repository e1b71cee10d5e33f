// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelColumns {
  /// Sets a to-one relationship to a model of the same context, or to nil, like a program's
  /// assignment.
  package func relate(
    _ model: any PersistentModel, _ property: PropertyLayout, to target: (any PersistentModel)?
  ) {
    _ = Self.set(target, of: model, at: Self.path(of: property, in: model))
  }

  /// Sets the ordered targets of a to-many relationship, like a program's assignment.
  package func relate(
    _ model: any PersistentModel, _ property: PropertyLayout,
    toAll targets: [any PersistentModel]
  ) {
    _ = Self.set(targets, of: model, at: Self.path(of: property, in: model))
  }

  /// Adds a target to a to-many relationship, or removes it, like a program's edit.
  package func relate(
    _ model: any PersistentModel, _ property: PropertyLayout, with target: any PersistentModel,
    isRelated: Bool
  ) {
    guard
      let relationship = ModelDescription.of(type(of: model)).relationship(at: property.index)
    else { return }
    var targets = relationship.access.load(in: model, index: property.index)
    let isPresent = targets.contains { $0 === target }
    if isPresent == isRelated { return }
    if isRelated { targets.append(target) } else { targets.removeAll { $0 === target } }
    relate(model, property, toAll: targets)
  }

  /// Returns the models that a deletion of `model` would cascade to, by the delete rules of its own
  /// relationships.
  ///
  /// `reference` is the index of the target's property that refers to `model`, if that is a to-one
  /// relationship.
  package func cascadeTargets(of model: any PersistentModel)
    -> [(target: any PersistentModel, reference: Int?)]
  {
    let description = ModelDescription.of(type(of: model))
    return description.relationships.filter { $0.deleteRule == .cascade }.flatMap { relationship in
      let inverse = description.inverse(of: relationship)
      let reference = inverse.flatMap { $0.isToMany ? nil : $0.index }
      return relationship.access.load(in: model, index: relationship.index).map { ($0, reference) }
    }
  }

  private static func path(of property: PropertyLayout, in model: any PersistentModel)
    -> AnyKeyPath
  {
    ModelDescription.of(type(of: model)).properties[property.index].keypath
  }
}
