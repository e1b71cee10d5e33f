// Cairn
// SPDX-License-Identifier: Apache-2.0

extension CKError {
  /// What went wrong; the numbers are those of Apple's framework.
  public enum Code: Int, Sendable {
    /// Something in the framework or the server failed that no other code describes.
    case internalError = 1
    /// Some items failed; `partialErrorsByItemID` says which and why.
    case partialFailure = 2
    /// There is no way to the server.
    case networkUnavailable = 3
    /// The network failed on the way to the server or back.
    case networkFailure = 4
    /// The container is not known to the server, or no server is configured for it.
    case badContainer = 5
    /// The server can't answer for a moment; `retryAfterSeconds` says when to try again.
    case serviceUnavailable = 6
    /// There were too many requests; `retryAfterSeconds` says when to try again.
    case requestRateLimited = 7
    /// The program may not use the service.
    case missingEntitlement = 8
    /// Nobody is signed in.
    case notAuthenticated = 9
    /// The user may not read or change that.
    case permissionFailure = 10
    /// There is no such record, zone or subscription.
    case unknownItem = 11
    /// The request makes no sense; the description says why.
    case invalidArguments = 12
    /// Not all results were given.
    case resultsTruncated = 13
    /// The record was changed on the server; `serverRecord` is what it is there.
    case serverRecordChanged = 14
    /// The server refused the request.
    case serverRejectedRequest = 15
    /// The file of an asset isn't there.
    case assetFileNotFound = 16
    /// The file of an asset was changed while it was saved.
    case assetFileModified = 17
    /// The program is too old for the server.
    case incompatibleVersion = 18
    /// A field has a value that another record has and that must be unique.
    case constraintViolation = 19
    /// The operation was cancelled.
    case operationCancelled = 20
    /// The token is too old: fetch everything, without one.
    case changeTokenExpired = 21
    /// Another item of an atomic batch failed, so this one was not done.
    case batchRequestFailed = 22
    /// The server is busy with the zone; `retryAfterSeconds` says when to try again.
    case zoneBusy = 23
    /// That can't be done in this database.
    case badDatabase = 24
    /// There is no room left for the user's or the container's data.
    case quotaExceeded = 25
    /// There is no such zone: save it first.
    case zoneNotFound = 26
    /// The request is too large: split it.
    case limitExceeded = 27
    /// The user has deleted the zone with all that was in it.
    case userDeletedZone = 28
    /// A share has too many participants.
    case tooManyParticipants = 29
    /// The record is in another share.
    case alreadyShared = 30
    /// A record that is referred to isn't there.
    case referenceViolation = 31
    /// The account's administrator doesn't allow it.
    case managedAccountRestricted = 32
    /// The participant has to be verified.
    case participantMayNeedVerification = 33
    /// The connection ended before the answer: it isn't known whether the request was done.
    case serverResponseLost = 34
    /// The file of an asset can't be fetched.
    case assetNotAvailable = 35
    /// The account can't be used for a moment.
    case accountTemporarilyUnavailable = 36
    /// The participant has been invited.
    case participantAlreadyInvited = 37
  }
}

// The codes as members of the error, so that `catch CKError.unknownItem` can be written.
extension CKError {
  /// Something in the framework or the server failed that no other code describes.
  public static var internalError: Code { .internalError }
  /// Some items failed; `partialErrorsByItemID` says which and why.
  public static var partialFailure: Code { .partialFailure }
  /// There is no way to the server.
  public static var networkUnavailable: Code { .networkUnavailable }
  /// The network failed on the way to the server or back.
  public static var networkFailure: Code { .networkFailure }
  /// The container is not known to the server, or no server is configured for it.
  public static var badContainer: Code { .badContainer }
  /// The server can't answer for a moment; `retryAfterSeconds` says when to try again.
  public static var serviceUnavailable: Code { .serviceUnavailable }
  /// There were too many requests; `retryAfterSeconds` says when to try again.
  public static var requestRateLimited: Code { .requestRateLimited }
  /// The program may not use the service.
  public static var missingEntitlement: Code { .missingEntitlement }
  /// Nobody is signed in.
  public static var notAuthenticated: Code { .notAuthenticated }
  /// The user may not read or change that.
  public static var permissionFailure: Code { .permissionFailure }
  /// There is no such record, zone or subscription.
  public static var unknownItem: Code { .unknownItem }
  /// The request makes no sense; the description says why.
  public static var invalidArguments: Code { .invalidArguments }
  /// Not all results were given.
  public static var resultsTruncated: Code { .resultsTruncated }
  /// The record was changed on the server; `serverRecord` is what it is there.
  public static var serverRecordChanged: Code { .serverRecordChanged }
  /// The server refused the request.
  public static var serverRejectedRequest: Code { .serverRejectedRequest }
  /// The file of an asset isn't there.
  public static var assetFileNotFound: Code { .assetFileNotFound }
  /// The file of an asset was changed while it was saved.
  public static var assetFileModified: Code { .assetFileModified }
  /// The program is too old for the server.
  public static var incompatibleVersion: Code { .incompatibleVersion }
  /// A field has a value that another record has and that must be unique.
  public static var constraintViolation: Code { .constraintViolation }
  /// The operation was cancelled.
  public static var operationCancelled: Code { .operationCancelled }
  /// The token is too old: fetch everything, without one.
  public static var changeTokenExpired: Code { .changeTokenExpired }
  /// Another item of an atomic batch failed, so this one was not done.
  public static var batchRequestFailed: Code { .batchRequestFailed }
  /// The server is busy with the zone; `retryAfterSeconds` says when to try again.
  public static var zoneBusy: Code { .zoneBusy }
  /// That can't be done in this database.
  public static var badDatabase: Code { .badDatabase }
  /// There is no room left for the user's or the container's data.
  public static var quotaExceeded: Code { .quotaExceeded }
  /// There is no such zone: save it first.
  public static var zoneNotFound: Code { .zoneNotFound }
  /// The request is too large: split it.
  public static var limitExceeded: Code { .limitExceeded }
  /// The user has deleted the zone with all that was in it.
  public static var userDeletedZone: Code { .userDeletedZone }
  /// A share has too many participants.
  public static var tooManyParticipants: Code { .tooManyParticipants }
  /// The record is in another share.
  public static var alreadyShared: Code { .alreadyShared }
  /// A record that is referred to isn't there.
  public static var referenceViolation: Code { .referenceViolation }
  /// The account's administrator doesn't allow it.
  public static var managedAccountRestricted: Code { .managedAccountRestricted }
  /// The participant has to be verified.
  public static var participantMayNeedVerification: Code { .participantMayNeedVerification }
  /// The connection ended before the answer: it isn't known whether the request was done.
  public static var serverResponseLost: Code { .serverResponseLost }
  /// The file of an asset can't be fetched.
  public static var assetNotAvailable: Code { .assetNotAvailable }
  /// The account can't be used for a moment.
  public static var accountTemporarilyUnavailable: Code { .accountTemporarilyUnavailable }
  /// The participant has been invited.
  public static var participantAlreadyInvited: Code { .participantAlreadyInvited }
}

/// Whether an error is one of CloudKit's with this code: for `catch CKError.unknownItem`.
public func ~= (code: CKError.Code, error: any Error) -> Bool {
  (error as? CKError)?.code == code
}
