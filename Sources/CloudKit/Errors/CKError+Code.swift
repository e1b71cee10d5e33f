// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKError {
  /// The error codes, with the raw values of Apple's framework.
  public enum Code: Int, Sendable {
    /// Something in the framework or the server failed that no other code describes.
    case internalError = 1
    /// Some items failed; `partialErrorsByItemID` contains their errors.
    case partialFailure = 2
    /// The server is unreachable.
    case networkUnavailable = 3
    /// The network failed during the request.
    case networkFailure = 4
    /// The server does not know the container, or no server is configured for it.
    case badContainer = 5
    /// The server is temporarily unavailable; retry after `retryAfterSeconds`.
    case serviceUnavailable = 6
    /// There were too many requests; retry after `retryAfterSeconds`.
    case requestRateLimited = 7
    /// The program may not use the service.
    case missingEntitlement = 8
    /// No user is signed in.
    case notAuthenticated = 9
    /// The user lacks the permission to read or change the data.
    case permissionFailure = 10
    /// The record, zone or subscription does not exist.
    case unknownItem = 11
    /// The request is invalid; the description says why.
    case invalidArguments = 12
    /// The results are incomplete.
    case resultsTruncated = 13
    /// The record was changed on the server; `serverRecord` is the server's version.
    case serverRecordChanged = 14
    /// The server rejected the request.
    case serverRejectedRequest = 15
    /// The file of an asset does not exist.
    case assetFileNotFound = 16
    /// The file of an asset was changed while it was saved.
    case assetFileModified = 17
    /// The program is too old for the server.
    case incompatibleVersion = 18
    /// A field has a unique value that another record already has.
    case constraintViolation = 19
    /// The operation was cancelled.
    case operationCancelled = 20
    /// The change token has expired: fetch everything without a token.
    case changeTokenExpired = 21
    /// Another item of an atomic batch failed, so this one was not applied.
    case batchRequestFailed = 22
    /// The zone is busy; retry after `retryAfterSeconds`.
    case zoneBusy = 23
    /// The database does not support the operation.
    case badDatabase = 24
    /// The quota of the user or the container is exceeded.
    case quotaExceeded = 25
    /// The zone does not exist: save it first.
    case zoneNotFound = 26
    /// The request is too large: split it.
    case limitExceeded = 27
    /// The user has deleted the zone and all its records.
    case userDeletedZone = 28
    /// A share has too many participants.
    case tooManyParticipants = 29
    /// The record is part of another share.
    case alreadyShared = 30
    /// A referenced record does not exist.
    case referenceViolation = 31
    /// The account's administrator does not allow the operation.
    case managedAccountRestricted = 32
    /// The participant must be verified.
    case participantMayNeedVerification = 33
    /// The connection ended before the response: the server may have executed the request.
    case serverResponseLost = 34
    /// The file of an asset can't be fetched.
    case assetNotAvailable = 35
    /// The account is temporarily unavailable.
    case accountTemporarilyUnavailable = 36
    /// The participant was already invited.
    case participantAlreadyInvited = 37
  }
}

// The codes as static members, for `catch CKError.unknownItem`.
extension CKError {
  /// Something in the framework or the server failed that no other code describes.
  public static var internalError: Code { .internalError }
  /// Some items failed; `partialErrorsByItemID` contains their errors.
  public static var partialFailure: Code { .partialFailure }
  /// The server is unreachable.
  public static var networkUnavailable: Code { .networkUnavailable }
  /// The network failed during the request.
  public static var networkFailure: Code { .networkFailure }
  /// The server does not know the container, or no server is configured for it.
  public static var badContainer: Code { .badContainer }
  /// The server is temporarily unavailable; retry after `retryAfterSeconds`.
  public static var serviceUnavailable: Code { .serviceUnavailable }
  /// There were too many requests; retry after `retryAfterSeconds`.
  public static var requestRateLimited: Code { .requestRateLimited }
  /// The program may not use the service.
  public static var missingEntitlement: Code { .missingEntitlement }
  /// No user is signed in.
  public static var notAuthenticated: Code { .notAuthenticated }
  /// The user lacks the permission to read or change the data.
  public static var permissionFailure: Code { .permissionFailure }
  /// The record, zone or subscription does not exist.
  public static var unknownItem: Code { .unknownItem }
  /// The request is invalid; the description says why.
  public static var invalidArguments: Code { .invalidArguments }
  /// The results are incomplete.
  public static var resultsTruncated: Code { .resultsTruncated }
  /// The record was changed on the server; `serverRecord` is the server's version.
  public static var serverRecordChanged: Code { .serverRecordChanged }
  /// The server rejected the request.
  public static var serverRejectedRequest: Code { .serverRejectedRequest }
  /// The file of an asset does not exist.
  public static var assetFileNotFound: Code { .assetFileNotFound }
  /// The file of an asset was changed while it was saved.
  public static var assetFileModified: Code { .assetFileModified }
  /// The program is too old for the server.
  public static var incompatibleVersion: Code { .incompatibleVersion }
  /// A field has a unique value that another record already has.
  public static var constraintViolation: Code { .constraintViolation }
  /// The operation was cancelled.
  public static var operationCancelled: Code { .operationCancelled }
  /// The change token has expired: fetch everything without a token.
  public static var changeTokenExpired: Code { .changeTokenExpired }
  /// Another item of an atomic batch failed, so this one was not applied.
  public static var batchRequestFailed: Code { .batchRequestFailed }
  /// The zone is busy; retry after `retryAfterSeconds`.
  public static var zoneBusy: Code { .zoneBusy }
  /// The database does not support the operation.
  public static var badDatabase: Code { .badDatabase }
  /// The quota of the user or the container is exceeded.
  public static var quotaExceeded: Code { .quotaExceeded }
  /// The zone does not exist: save it first.
  public static var zoneNotFound: Code { .zoneNotFound }
  /// The request is too large: split it.
  public static var limitExceeded: Code { .limitExceeded }
  /// The user has deleted the zone and all its records.
  public static var userDeletedZone: Code { .userDeletedZone }
  /// A share has too many participants.
  public static var tooManyParticipants: Code { .tooManyParticipants }
  /// The record is part of another share.
  public static var alreadyShared: Code { .alreadyShared }
  /// A referenced record does not exist.
  public static var referenceViolation: Code { .referenceViolation }
  /// The account's administrator does not allow the operation.
  public static var managedAccountRestricted: Code { .managedAccountRestricted }
  /// The participant must be verified.
  public static var participantMayNeedVerification: Code { .participantMayNeedVerification }
  /// The connection ended before the response: the server may have executed the request.
  public static var serverResponseLost: Code { .serverResponseLost }
  /// The file of an asset can't be fetched.
  public static var assetNotAvailable: Code { .assetNotAvailable }
  /// The account is temporarily unavailable.
  public static var accountTemporarilyUnavailable: Code { .accountTemporarilyUnavailable }
  /// The participant was already invited.
  public static var participantAlreadyInvited: Code { .participantAlreadyInvited }
}

/// Returns whether an error is a ``CKError`` with a code, for `catch CKError.unknownItem`.
public func ~= (code: CKError.Code, error: any Error) -> Bool {
  (error as? CKError)?.code == code
}
