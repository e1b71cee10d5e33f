// Cairn
// SPDX-License-Identifier: Apache-2.0

public import SwiftData

/// One rule that a store must follow, with the steps that check it.
///
/// The author of a store runs all checks from any test library:
///
/// ```swift
/// func verify(_ store: StoreUnderTest) throws {
///   for check in StoreCheck.all { try check.run(on: store) }
/// }
/// ```
///
/// With Swift Testing, `@Test(arguments: StoreCheck.all)` makes a test of each check.
public struct StoreCheck: Sendable, CustomStringConvertible {
  /// The rule, as a sentence.
  public let name: String
  let steps: @Sendable (CheckedStore) throws -> Void

  /// The rule, as a sentence.
  public var description: String { name }

  init(_ name: String, _ steps: @escaping @Sendable (CheckedStore) throws -> Void) {
    self.name = name
    self.steps = steps
  }

  /// Runs the check on an empty store of its own.
  ///
  /// - Throws: ``StoreCheckFailure`` if the store does not follow the rule, or the store's error.
  public func run(on store: StoreUnderTest) throws {
    try steps(CheckedStore(check: name, store: store))
  }

  /// All checks.
  public static let all: [StoreCheck] =
    valueChecks + fetchChecks + relationshipChecks + identityChecks + contextChecks
    + deletionChecks

  /// The models of the checks.
  public static let models: [any PersistentModel.Type] = [
    CheckedAuthor.self, CheckedBook.self, CheckedTag.self, CheckedValues.self, CheckedAlbum.self,
    CheckedPicture.self,
  ]
}

/// A store that the checks open.
public struct StoreUnderTest: Sendable {
  let configuration: @Sendable (String) throws -> any DataStoreConfiguration
  let canErase: Bool

  /// Creates a description of a store.
  ///
  /// Each check calls `configuration` with a name of its own, which is a valid file name. Calls with
  /// the same name return the configuration of the same data, also after the container of an earlier
  /// call was released. `canErase` is false for a store that does not support `erase()`.
  public init(
    canErase: Bool = true,
    configuration: @escaping @Sendable (_ name: String) throws -> any DataStoreConfiguration
  ) {
    self.canErase = canErase
    self.configuration = configuration
  }
}

/// A store that does not follow a rule.
public struct StoreCheckFailure: Error, Equatable, CustomStringConvertible {
  /// The name of the check.
  public let check: String
  /// The expected and the actual result.
  public let reason: String

  /// The check and the reason.
  public var description: String { "\(check): \(reason)" }
}

/// The store of one check.
struct CheckedStore {
  let check: String
  let store: StoreUnderTest
  private let name = "check-\(UUID().uuidString)"

  var canErase: Bool { store.canErase }

  init(check: String, store: StoreUnderTest) {
    self.check = check
    self.store = store
  }

  /// Opens the store in a new container.
  func open() throws -> ModelContainer {
    try ModelContainer(
      for: Schema(StoreCheck.models), configurations: [try store.configuration(name)])
  }

  /// Opens the store, and returns a new context.
  func context() throws -> ModelContext { ModelContext(try open()) }

  func fail(_ reason: String) -> StoreCheckFailure {
    StoreCheckFailure(check: check, reason: reason)
  }

  /// Throws unless two values are equal.
  func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ subject: String) throws {
    if value == expected { return }
    throw fail("\(subject): expected \(expected), found \(value)")
  }

  /// Throws unless the condition is true.
  func expect(_ condition: Bool, _ subject: String) throws {
    if !condition { throw fail("\(subject): expected true, found false") }
  }

  /// Returns the only value of an array.
  func only<Value>(_ values: [Value], _ subject: String) throws -> Value {
    guard let value = values.first, values.count == 1 else {
      throw fail("\(subject): expected one value, found \(values.count)")
    }
    return value
  }
}
