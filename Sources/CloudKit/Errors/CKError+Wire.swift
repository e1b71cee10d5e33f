// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Foundation

extension CKError {
  /// The error for a server's failure response.
  init(_ failure: ServerFailure) {
    self.init(Code(failure), Self.reason(failure), Self.more(failure))
  }

  /// The error for a response with a status and no reason.
  init(status: Int, retryAfter: Double?) {
    let code: Code
    switch status {
    case 401, 421: code = .notAuthenticated
    case 403: code = .permissionFailure
    case 404: code = .serverRejectedRequest
    case 413: code = .limitExceeded
    case 429: code = .requestRateLimited
    case 500...: code = .serviceUnavailable
    default: code = .serverRejectedRequest
    }
    var more: [String: any Sendable] = [:]
    if let retryAfter { more[CKErrorRetryAfterKey] = retryAfter }
    self.init(
      code,
      "The server responded with status \(status) and no reason: "
        + "check that the address is a CloudKit server's.", more)
  }

  /// The error for a record that could not be saved or fetched; `cipher` decrypts the server's
  /// record.
  ///
  /// If the server's record can't be decrypted, the error is the decryption error, since the caller
  /// can't merge with it.
  init(
    _ failure: RecordFailure, client: CKRecord?, in scope: CKDatabase.Scope,
    _ cipher: () throws -> FieldCipher
  ) {
    var more = Self.more(failure.failure)
    if let record = failure.serverRecord {
      do {
        more[CKRecordChangedErrorServerRecordKey] = CKRecord(
          try RecordState(
            record, in: scope, zone: client?.recordID.zoneID ?? .default, cipher: cipher))
      } catch let error as CKError where error.code != .internalError {
        self = error
        return
      } catch {}
    }
    if let client, [.conflict, .exists].contains(failure.failure.code) {
      more[CKRecordChangedErrorClientRecordKey] = client
    }
    self.init(Code(failure.failure), Self.reason(failure.failure), more)
  }

  private static func reason(_ failure: ServerFailure) -> String {
    failure.reason.isEmpty ? "The server responded with \(failure.code.rawValue)." : failure.reason
  }

  private static func more(_ failure: ServerFailure) -> [String: any Sendable] {
    var more: [String: any Sendable] = [:]
    if let seconds = failure.retryAfter { more[CKErrorRetryAfterKey] = Double(seconds) }
    if let uuid = failure.uuid { more["RequestUUID"] = uuid }
    if let url = failure.redirectURL { more["CKHTTPRedirectURL"] = url }
    if failure.isServerRestored { more[CKError.serverRestoredKey] = true }
    if failure.isTagOfOtherHistory { more[CKError.otherHistoryKey] = true }
    return more
  }
}

extension CKError {
  fileprivate static let serverRestoredKey = "CairnServerRestored"
  fileprivate static let otherHistoryKey = "CairnTagOfOtherHistory"

  /// Whether the server's record does not descend from the client's, so that both have no common
  /// ancestor for a merge: a backup was restored or the zone was created again.
  package var isTagOfOtherHistory: Bool { userInfo[Self.otherHistoryKey] as? Bool ?? false }

  /// Whether the server was restored from a backup and lost later changes.
  package var isServerRestored: Bool { userInfo[Self.serverRestoredKey] as? Bool ?? false }
}

extension CKError.Code {
  /// The code for a server's failure.
  init(_ failure: ServerFailure) {
    self =
      switch failure.code {
      case .accessDenied: .permissionFailure
      case .atomicError: .batchRequestFailed
      case .authenticationFailed, .authenticationRequired: .notAuthenticated
      case .badRequest: failure.isAboutSyncToken ? .changeTokenExpired : .invalidArguments
      case .conflict: .serverRecordChanged
      case .exists: .serverRecordChanged
      case .internalError: .internalError
      case .notFound: .unknownItem
      case .quotaExceeded: .quotaExceeded
      case .throttled: .requestRateLimited
      case .tryAgainLater: failure.originalCode == "ZONE_BUSY" ? .zoneBusy : .serviceUnavailable
      case .validatingReferenceError: .referenceViolation
      case .zoneNotFound: .zoneNotFound
      }
  }
}
