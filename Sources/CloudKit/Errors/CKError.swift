// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of CloudKit's errors.
public let CKErrorDomain = "CKErrorDomain"

/// The `userInfo` key of the errors of single items, by their IDs.
public let CKPartialErrorsByItemIDKey = "CKPartialErrors"
/// The `userInfo` key of the retry delay in seconds.
public let CKErrorRetryAfterKey = "CKRetryAfter"
/// The `userInfo` key of the common ancestor of both records.
public let CKRecordChangedErrorAncestorRecordKey = "AncestorRecord"
/// The `userInfo` key of the server's record.
public let CKRecordChangedErrorServerRecordKey = "ServerRecord"
/// The `userInfo` key of the client's record.
public let CKRecordChangedErrorClientRecordKey = "ClientRecord"
/// The `userInfo` key of a flag: the zone was deleted because its owner reset encrypted data.
public let CKErrorUserDidResetEncryptedDataKey = "CKUserDidResetEncryptedData"

/// An error of CloudKit.
///
/// ```swift
/// do {
///   try await database.save(record)
/// } catch let error as CKError where error.code == .serverRecordChanged {
///   merge(record, with: error.serverRecord)
/// }
/// ```
public struct CKError: CustomNSError, LocalizedError, Hashable, @unchecked Sendable {
  // Unchecked because `userInfo` may contain any value; CloudKit's own values are `Sendable`.

  /// The error code.
  public let code: Code
  /// Details: a description, and values under the keys that begin with `CK`.
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
  /// The raw value of the code.
  public var errorCode: Int { code.rawValue }
  /// The details in Objective-C form.
  public var errorUserInfo: [String: Any] { userInfo }

  /// The error message.
  public var errorDescription: String? {
    userInfo[NSLocalizedDescriptionKey] as? String ?? "CloudKit: \(code)."
  }

  // MARK: Details

  /// The errors of single items by their IDs, for ``Code/partialFailure``.
  public var partialErrorsByItemID: [AnyHashable: any Error]? {
    userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
  }

  /// The retry delay in seconds; nil if a retry is useless.
  public var retryAfterSeconds: Double? { userInfo[CKErrorRetryAfterKey] as? Double }

  /// The common ancestor of both records, if known, for ``Code/serverRecordChanged``.
  public var ancestorRecord: CKRecord? {
    userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
  }

  /// The server's record, for ``Code/serverRecordChanged``.
  public var serverRecord: CKRecord? {
    userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord
  }

  /// The client's record, for ``Code/serverRecordChanged``.
  public var clientRecord: CKRecord? {
    userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord
  }

  /// Returns whether two errors have equal codes and descriptions.
  public static func == (left: CKError, right: CKError) -> Bool {
    left.code == right.code && left.errorDescription == right.errorDescription
  }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
