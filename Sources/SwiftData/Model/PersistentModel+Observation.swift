// Cairn
// SPDX-License-Identifier: Apache-2.0

extension PersistentModel {
  /// Registers the reading of a property with whoever tracks.
  ///
  /// For computed properties over `@Transient` ones: the accessors of persisted properties do it
  /// themselves.
  ///
  /// ```swift
  /// @Transient private var hidden = 0
  /// var selections: Int {
  ///   get {
  ///     access(keyPath: \.selections)
  ///     return hidden
  ///   }
  ///   set { withMutation(keyPath: \.selections) { hidden = newValue } }
  /// }
  /// ```
  public func access<Member>(keyPath: KeyPath<Self, Member>) {
    _$willGet(keyPath)
  }

  /// Runs a change of a property, telling those who observe it before and after.
  ///
  /// The model is not marked as changed: what is persisted tells of itself.
  public func withMutation<Member, Result>(
    keyPath: KeyPath<Self, Member>, _ mutation: () throws -> Result
  ) rethrows -> Result {
    guard let registrar = _$state.registrar else { return try mutation() }
    return try registrar.withMutation(of: self, keyPath: keyPath, mutation)
  }
}
