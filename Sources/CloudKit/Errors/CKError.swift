// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"

/// In `userInfo`: the errors of single items, by their identifiers.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// In `userInfo`: after how many seconds to try again.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// In `userInfo`: the record that both sides began with.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// In `userInfo`: the record as the server has it.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// In `userInfo`: the record that was to be saved.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// In `userInfo`: that the zone is gone since its owner has reset encrypted data.
public let CKErrorUserDidResetEncryptedDataKey = "CKUserDidResetEncryptedData"

/// What went wrong in CloudKit, and what to do.
///
/// ```swift
/// do {
///   try await database.save(record)
/// } catch let error as CKError where error.code == .serverRecordChanged {
///   merge(record, with: error.serverRecord)
/// }
/// ```
public struct CKError: CustomNSError, LocalizedError, Hashable, @unchecked Sendable {
  // Unchecked, since the user info may have any value; those that are put in here are Sendable.

  /// What went wrong.
  public let code: Code
  /// More about it: a description, and values under the keys that begin with `CK`.
  public let userInfo: [String: Any]

  /// An error with a code.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  package init(
    _ code: Code, _ reason: String, _ more: [String: any Sendable] = [:]
  ) {
    var info: [String: Any] = more
    info[NSLocalizedDescriptionKey] = reason
    self.init(code, userInfo: info)
  }

  /// The domain of CloudKit's errors.
  public static var errorDomain: String { CKErrorDomain }
  /// The number of the code.
  public var errorCode: Int { code.rawValue }
  /// More about it, for Objective-C.
  public var errorUserInfo: [String: Any] { userInfo }

  /// What went wrong in words.
  public var errorDescription: String? {
    userInfo[NSLocalizedDescriptionKey] as? String ?? "CloudKit: \(code)."
  }

  // MARK: More

  /// With ``Code/partialFailure``: the errors of single items, by their identifiers.
  public var partialErrorsByItemID: [AnyHashable: any Error]? {
    userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
  }

  /// After how many seconds to try again; nil if that is of no use.
  public var retryAfterSeconds: Double? { userInfo[CKErrorRetryAfterKey] as? Double }

  /// With ``Code/serverRecordChanged``: the record that both sides began with, if it is known.
  public var ancestorRecord: CKRecord? {
    userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
  }

  /// With ``Code/serverRecordChanged``: the record as the server has it.
  public var serverRecord: CKRecord? {
    userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord
  }

  /// With ``Code/serverRecordChanged``: the record that was to be saved.
  public var clientRecord: CKRecord? {
    userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord
  }

  /// Two errors are equal if their codes and descriptions are.
  public static func == (left: CKError, right: CKError) -> Bool {
    left.code == right.code && left.errorDescription == right.errorDescription
  }

  /// Feeds what equality compares into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
