// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a model class inherits; written by ``Model()``.
public struct _Inheritance {
  let superclass: any PersistentModel.Type
  /// The key paths from the subclass to the properties of its superclasses, in their order.
  let keyPaths: [AnyKeyPath]
  /// The names of the properties of superclasses that the subclass computes.
  let overrides: [String]
  /// The name that the subclass's entity had, if the subclass itself says so.
  let originalEntityName: String?

  /// What a class inherits from another.
  public init(
    superclass: any PersistentModel.Type, keyPaths: [AnyKeyPath], overrides: [String],
    originalEntityName: String? = nil
  ) {
    self.superclass = superclass
    self.keyPaths = keyPaths
    self.overrides = overrides
    self.originalEntityName = originalEntityName
  }
}
