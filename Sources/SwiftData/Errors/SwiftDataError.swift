// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An error of a container, a context or a store.
///
/// The static constants are the kinds of errors. Errors of one kind are equal, even if
/// their messages differ. ``errorDescription`` describes the failure, its cause and the remedy.
///
/// ```swift
/// do {
///   try context.save()
/// } catch SwiftDataError.modelValidationFailure {
///   context.rollback()
/// }
/// ```
public struct SwiftDataError: Error, Equatable, Hashable, Sendable {
  private enum Kind: String, Sendable {
    case unsupportedPredicate, unsupportedSortDescriptor, unsupportedKeyPath
    case loadIssueModelContainer, modelValidationFailure, missingModelContext
    case unknownSchema, unknownDataStoreSchema
    case backwardMigration, configurationSchemaNotFoundInContainerSchema
    case configurationFileNameContainsInvalidCharacters, configurationFileNameTooLong
    case duplicateConfiguration
    case includePendingChangesWithBatchSize, sortingPendingChangesWithIdentifiers
    case historyTokenExpired, invalidTransactionFetchRequest
    case storeIsLocked, storeIsFull, storeIsReadOnly, storeIsCorrupt, storeFailure
    case storeWasMigrated
  }

  private let kind: Kind
  private let message: String

  private init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// A predicate that can't be evaluated.
  public static let unsupportedPredicate = SwiftDataError(
    .unsupportedPredicate, "The predicate can't be evaluated.")
  /// A sort descriptor that is not supported.
  public static let unsupportedSortDescriptor = SwiftDataError(
    .unsupportedSortDescriptor, "The sort descriptor is not supported.")
  /// A key path that does not name a persisted property.
  public static let unsupportedKeyPath = SwiftDataError(
    .unsupportedKeyPath, "The key path does not name a persisted property.")
  /// The store can't be opened.
  public static let loadIssueModelContainer = SwiftDataError(
    .loadIssueModelContainer, "The store can't be opened.")
  /// A value that can't be stored, or that violates a rule of the schema.
  public static let modelValidationFailure = SwiftDataError(
    .modelValidationFailure, "A model violates a rule of its schema.")
  /// A model that belongs to no context.
  public static let missingModelContext = SwiftDataError(
    .missingModelContext, "The model belongs to no context.")
  /// Transactions after the history token were deleted, or the token belongs to another store.
  public static let historyTokenExpired = SwiftDataError(
    .historyTokenExpired, "The history token has expired.")
  /// A request for transactions of a kind that the store does not record.
  public static let invalidTransactionFetchRequest = SwiftDataError(
    .invalidTransactionFetchRequest, "The store does not record such transactions.")
  /// The store was written by a newer version.
  public static let backwardMigration = SwiftDataError(
    .backwardMigration, "The store was written by a newer version.")
  /// A container's models don't match a version of its migration plan.
  public static let unknownSchema = SwiftDataError(
    .unknownSchema, "The models match no version of the migration plan.")
  /// A store's models don't match a version of the migration plan.
  public static let unknownDataStoreSchema = SwiftDataError(
    .unknownDataStoreSchema, "The store's models match no version of the migration plan.")
  /// A model type that is not in the container's schema.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema, "The model is not in the container's schema.")
  /// A configuration's file name contains invalid characters.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters,
    "The name of a configuration's file contains invalid characters.")
  /// A configuration's file name is too long for the file or for the files beside it.
  public static let configurationFileNameTooLong = SwiftDataError(
    .configurationFileNameTooLong, "The name of a configuration's file is too long.")
  /// Two configurations of a container use the same file.
  public static let duplicateConfiguration = SwiftDataError(
    .duplicateConfiguration, "Two configurations use the same file.")
  /// A fetch in batches that includes pending changes, which Apple's framework rejects.
  ///
  /// This framework never throws it: batches include pending changes.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize, "A fetch in batches can't include pending changes.")
  /// A sorted fetch of identifiers that includes pending changes, which Apple's framework rejects.
  ///
  /// This framework never throws it: the identifiers of unsaved models are sorted with the others.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers,
    "A sorted fetch of identifiers can't include pending changes.")
  /// Another process holds the store's write lock. (Not in Apple's framework.)
  public static let storeIsLocked = SwiftDataError(.storeIsLocked, "The store is locked.")
  /// The disk is full. (Not in Apple's framework.)
  public static let storeIsFull = SwiftDataError(.storeIsFull, "The disk is full.")
  /// The store can't be written. (Not in Apple's framework.)
  public static let storeIsReadOnly = SwiftDataError(
    .storeIsReadOnly, "The store can't be written.")
  /// Another program has migrated the store while it was open. (Not in Apple's framework.)
  ///
  /// A container that opened the store with the former models can't read or write it any more:
  /// create a new container.
  public static let storeWasMigrated = SwiftDataError(
    .storeWasMigrated, "Another program has migrated the store.")
  /// The store's content is damaged. (Not in Apple's framework.)
  public static let storeIsCorrupt = SwiftDataError(.storeIsCorrupt, "The store is damaged.")
  /// An SQLite operation failed for another reason. (Not in Apple's framework.)
  public static let storeFailure = SwiftDataError(.storeFailure, "The store failed.")

  /// Returns an error of the same kind with another message.
  package func withMessage(_ message: String) -> SwiftDataError { SwiftDataError(kind, message) }

  /// Errors of one kind are equal.
  public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
    lhs.kind == rhs.kind
  }

  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

  /// Lets `catch SwiftDataError.modelValidationFailure` match any error of that kind.
  public static func ~= (lhs: SwiftDataError, rhs: any Error) -> Bool {
    (rhs as? SwiftDataError) == lhs
  }
}

extension SwiftDataError: LocalizedError, CustomStringConvertible {
  /// The message: the failure, its cause and the remedy.
  public var errorDescription: String? { message }
  /// The kind and the message.
  public var description: String { "SwiftDataError.\(kind.rawValue): \(message)" }
}
