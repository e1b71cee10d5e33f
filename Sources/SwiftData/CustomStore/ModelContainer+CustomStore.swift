// Cairn
// SPDX-License-Identifier: Apache-2.0

extension ModelContainer {
  /// Opens the stores of some models and their related models.
  ///
  /// Each configuration is a ``ModelConfiguration``, or the configuration of a custom store. Models of different
  /// stores can't be related. A store's errors are passed through.
  ///
  /// Throws ``SwiftDataError/loadIssueModelContainer`` or another ``SwiftDataError`` with the
  /// reason if the configurations contradict each other.
  @_disfavoredOverload
  public convenience init(
    for forTypes: any PersistentModel.Type..., configurations: any DataStoreConfiguration...
  ) throws {
    try self.init(for: Schema(forTypes), configurations: configurations)
  }

  /// Opens the stores of a schema.
  ///
  /// Each configuration is a ``ModelConfiguration``, or the configuration of a custom store. An empty array means
  /// the default store.
  @_disfavoredOverload
  public convenience init(
    for givenSchema: Schema, configurations: [any DataStoreConfiguration]
  ) throws {
    try self.init(
      mirroring: ContainerCore(
        givenSchema, configurations.isEmpty ? [ModelConfiguration()] : configurations))
  }
}
