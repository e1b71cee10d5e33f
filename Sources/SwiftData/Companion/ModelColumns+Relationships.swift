// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelColumns {
  /// Points a to-one relationship at a model of the same context, or at nothing, as a program does.
  package func relate(
    _ model: any PersistentModel, _ property: PropertyLayout, to target: (any PersistentModel)?
  ) {
    _ = Self.set(target, of: model, at: Self.path(of: property, in: model))
  }

  /// Gives a to-many relationship its targets, in their order, as a program does.
  package func relate(
    _ model: any PersistentModel, _ property: PropertyLayout,
    toAll targets: [any PersistentModel]
  ) {
    _ = Self.set(targets, of: model, at: Self.path(of: property, in: model))
  }

  /// Adds a target to a to-many relationship, or takes it away, as a program does.
  package func relate(
    _ model: any PersistentModel, _ property: PropertyLayout, with target: any PersistentModel,
    isRelated: Bool
  ) {
    guard
      let relationship = ModelDescription.of(type(of: model)).relationship(at: property.index)
    else { return }
    var targets = relationship.access.load(model, property.index)
    let isThere = targets.contains { $0 === target }
    if isThere == isRelated { return }
    if isRelated { targets.append(target) } else { targets.removeAll { $0 === target } }
    relate(model, property, toAll: targets)
  }

  /// The models that go with a model if it is deleted, by the rules of its own relationships, and the
  /// index of each one's property that refers to it, if that is a to-one relationship.
  package func heldTargets(of model: any PersistentModel)
    -> [(target: any PersistentModel, reference: Int?)]
  {
    let description = ModelDescription.of(type(of: model))
    return description.relationships.filter { $0.deleteRule == .cascade }.flatMap { relationship in
      let inverse = description.inverse(of: relationship)
      let reference = inverse.flatMap { $0.access.isToMany ? nil : $0.index }
      return relationship.access.load(model, relationship.index).map { ($0, reference) }
    }
  }

  private static func path(of property: PropertyLayout, in model: any PersistentModel)
    -> AnyKeyPath
  {
    ModelDescription.of(type(of: model)).properties[property.index].keypath
  }
}
