// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What went wrong in a container, a context or a store.
///
/// The static constants name the kinds; two errors of one kind are equal, whatever they say.
/// ``errorDescription`` says what was wrong, where, and what to do.
///
/// ```swift
/// do { try context.save() } catch SwiftDataError.modelValidationFailure { ... }
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
  /// A sort descriptor that can't be carried out.
  public static let unsupportedSortDescriptor = SwiftDataError(
    .unsupportedSortDescriptor, "The sort descriptor can't be carried out.")
  /// A key path that names no persisted property.
  public static let unsupportedKeyPath = SwiftDataError(
    .unsupportedKeyPath, "The key path names no persisted property.")
  /// The store can't be opened.
  public static let loadIssueModelContainer = SwiftDataError(
    .loadIssueModelContainer, "The store can't be opened.")
  /// A value that can't be stored, or a rule of the schema that is broken.
  public static let modelValidationFailure = SwiftDataError(
    .modelValidationFailure, "A model breaks a rule of its schema.")
  /// A model that belongs to no context.
  public static let missingModelContext = SwiftDataError(
    .missingModelContext, "The model belongs to no context.")
  /// What came after a history token has been deleted in part, or the token is not of this store.
  public static let historyTokenExpired = SwiftDataError(
    .historyTokenExpired, "The history token has expired.")
  /// Transactions of a kind that the store does not keep.
  public static let invalidTransactionFetchRequest = SwiftDataError(
    .invalidTransactionFetchRequest, "The store keeps no such transactions.")
  /// The store was written by a newer version.
  public static let backwardMigration = SwiftDataError(
    .backwardMigration, "The store was written by a newer version.")
  /// A container's models are not those of a version of its migration plan.
  public static let unknownSchema = SwiftDataError(
    .unknownSchema, "The models are those of no version of the migration plan.")
  /// A store's models are not those of a version of the migration plan.
  public static let unknownDataStoreSchema = SwiftDataError(
    .unknownDataStoreSchema, "The store has the models of no version of the migration plan.")
  /// A model type that the container's schema does not have.
  public static let configurationSchemaNotFoundInContainerSchema = SwiftDataError(
    .configurationSchemaNotFoundInContainerSchema, "The model is not in the container's schema.")
  /// A configuration's file has a name that no file can have.
  public static let configurationFileNameContainsInvalidCharacters = SwiftDataError(
    .configurationFileNameContainsInvalidCharacters,
    "The name of a configuration's file has characters that it may not have.")
  /// A configuration's file has a name that is too long for it and for what lies beside it.
  public static let configurationFileNameTooLong = SwiftDataError(
    .configurationFileNameTooLong, "The name of a configuration's file is too long.")
  /// Two configurations of a container have one file.
  public static let duplicateConfiguration = SwiftDataError(
    .duplicateConfiguration, "Two configurations have one file.")
  /// A fetch in batches that is to see unsaved changes; Apple's framework refuses it.
  ///
  /// Nothing throws it here: batches count unsaved changes.
  public static let includePendingChangesWithBatchSize = SwiftDataError(
    .includePendingChangesWithBatchSize, "A fetch in batches does not see unsaved changes.")
  /// A sorted fetch of identifiers that is to see unsaved changes; Apple's framework refuses it.
  ///
  /// Nothing throws it here: identifiers are sorted with those of unsaved models among them.
  public static let sortingPendingChangesWithIdentifiers = SwiftDataError(
    .sortingPendingChangesWithIdentifiers,
    "Identifiers are not sorted together with those of unsaved models.")
  /// Another process holds the store's write lock. (Not in Apple's framework.)
  public static let storeIsLocked = SwiftDataError(.storeIsLocked, "The store is locked.")
  /// The disk is full. (Not in Apple's framework.)
  public static let storeIsFull = SwiftDataError(.storeIsFull, "The disk is full.")
  /// The store can't be written. (Not in Apple's framework.)
  public static let storeIsReadOnly = SwiftDataError(
    .storeIsReadOnly, "The store can't be written.")
  /// Another program has migrated the store while it was open. (Not in Apple's framework.)
  ///
  /// Nothing is written any more by the container that has it open with the models from before, and
  /// nothing read: make a new one.
  public static let storeWasMigrated = SwiftDataError(
    .storeWasMigrated, "Another program has migrated the store.")
  /// The store's content is damaged. (Not in Apple's framework.)
  public static let storeIsCorrupt = SwiftDataError(.storeIsCorrupt, "The store is damaged.")
  /// SQLite refused an operation for another reason. (Not in Apple's framework.)
  public static let storeFailure = SwiftDataError(.storeFailure, "The store failed.")

  /// The same kind of error with a message that names the particulars.
  package func saying(_ message: String) -> SwiftDataError { SwiftDataError(kind, message) }

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
  /// What was wrong, where, and what to do.
  public var errorDescription: String? { message }
  /// The kind and the message.
  public var description: String { "SwiftDataError.\(kind.rawValue): \(message)" }
}

extension SwiftDataError {
  package static func relatesTwoContexts(
    owner: any PersistentModel, property: String, target: any PersistentModel
  ) -> SwiftDataError {
    let name = ModelDescription.of(type(of: owner)).entityName
    return modelValidationFailure.saying(
      "\(name).\(property) of \(owner.nameInErrors) was given \(target.nameInErrors), which "
        + "belongs to another ModelContext; the relationship was not made. Fetch the second by "
        + "its persistentModelID in the context of the first.")
  }

  static func notInSchema(_ type: any PersistentModel.Type) -> SwiftDataError {
    configurationSchemaNotFoundInContainerSchema.saying(
      "\(type) is not in the container's schema. Add it to the models that the ModelContainer "
        + "is made for.")
  }
}
