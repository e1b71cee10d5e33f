// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The name, models and location of a store.
///
/// ```swift
/// func names(of configurations: [any DataStoreConfiguration]) -> [String] {
///   configurations.map(\.name)
/// }
/// ```
public protocol DataStoreConfiguration: Hashable {
  /// The type of the store.
  associatedtype Store: DataStore where Self == Store.Configuration

  /// The configuration's name.
  var name: String { get }
  /// The models of the store; nil for all models that no other configuration lists.
  ///
  /// A container sets the property before it opens the store.
  var schema: Schema? { get set }

  /// Throws an error that describes an invalid configuration.
  ///
  /// A container validates each of its configurations. The default implementation accepts all.
  func validate() throws
}

extension DataStoreConfiguration {
  /// Accepts all configurations.
  public func validate() throws {}
}

extension ModelConfiguration: DataStoreConfiguration {
  /// The type of the store: a SQLite database.
  public typealias Store = DefaultStore
}
