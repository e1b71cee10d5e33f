// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Key paths through to-one relationships, recognized by composing equal ones.
///
/// A key path literal has the type and the hash of a composed one with the same components, in every build. Its
/// description can differ, see ``KeyPathSteps``.
enum ComposedKeyPaths {
  /// A key path and the model type at which the search begins, as a cache key.
  private struct Path: Hashable, @unchecked Sendable {
    // Unchecked, since key paths to properties are immutable, but not declared Sendable.
    let keyPath: AnyKeyPath
    let model: ObjectIdentifier
  }

  /// The key paths of the properties along a path.
  private struct Properties: @unchecked Sendable {
    // Unchecked for the reason above.
    let keyPaths: [AnyKeyPath]?
  }

  /// The maximum number of relationships in a path.
  ///
  /// Longer paths are recognized by their descriptions.
  private static let maximumDepth = 3

  private static let known = Mutex<[Path: Properties]>([:])

  /// The key paths of the properties along a path; nil if it is not a path of relationships and a
  /// property.
  ///
  /// The first search composes each path of the same types, a few milliseconds for large schemas.
  static func properties(of keyPath: AnyKeyPath, from model: any PersistentModel.Type)
    -> [AnyKeyPath]?
  {
    let path = Path(keyPath: keyPath, model: ObjectIdentifier(model))
    if let known = known.withLock({ $0[path] }) { return known.keyPaths }
    let properties = Properties(
      keyPaths: search(keyPath, ModelDescription.of(model), nil, depth: maximumDepth))
    known.withLock { $0[path] = properties }
    return properties.keyPaths
  }

  /// Searches the properties of a model at the end of `prefix`, which may be optional.
  private static func search(
    _ keyPath: AnyKeyPath, _ model: ModelDescription, _ prefix: AnyKeyPath?, depth: Int
  ) -> [AnyKeyPath]? {
    let isOptional = prefix.map { type(of: $0).valueType is any OptionalProtocol.Type } ?? false
    let paths = isOptional ? model.optionalKeyPaths : model.keyPaths
    for (index, path) in paths.enumerated() {
      guard let composed = prefix.map({ $0.appending(path: path) }) ?? path else { continue }
      if hasSameComponents(composed, keyPath) { return [model.keyPaths[index]] }
      guard depth > 0, let relationship = model.relationship(at: index), !relationship.isToMany,
        let rest = search(
          keyPath, ModelDescription.of(relationship.target), composed, depth: depth - 1)
      else { continue }
      return [model.keyPaths[index]] + rest
    }
    return nil
  }

  /// Whether two key paths have the same type and components.
  ///
  /// `==` also compares whether a path has a reference prefix, which a composed path through an optional
  /// relationship has and its literal has not. A hash has 64 bits of the components and a random seed.
  private static func hasSameComponents(_ first: AnyKeyPath, _ second: AnyKeyPath) -> Bool {
    type(of: first) == type(of: second) && first.hashValue == second.hashValue
  }
}
