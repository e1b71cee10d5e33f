// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The server error codes of the protocol; clients know no others.
package enum ServerErrorCode: String, CaseIterable, Sendable {
  /// 403: a role's or share's permissions forbid the request. Sign in as a permitted user.
  case accessDenied = "ACCESS_DENIED"
  /// 400: one operation of an atomic batch failed, so none was applied. Fix it; resend the batch.
  case atomicError = "ATOMIC_ERROR"
  /// 401: a token or signature is missing or wrong. Check the credentials.
  case authenticationFailed = "AUTHENTICATION_FAILED"
  /// 421: the user must sign in at the redirect URL.
  case authenticationRequired = "AUTHENTICATION_REQUIRED"
  /// 400: the request is invalid; the reason says where.
  case badRequest = "BAD_REQUEST"
  /// 409: another client changed the record. Fetch it, merge, and save with its new tag.
  case conflict = "CONFLICT"
  /// 409: a record with this name exists. Update it or use another name.
  case exists = "EXISTS"
  /// 500: an internal error; the server's log has details under the request's ID.
  case internalError = "INTERNAL_ERROR"
  /// 404: the record, subscription or endpoint does not exist.
  case notFound = "NOT_FOUND"
  /// 413: the user's or container's quota is exceeded, or the request is too large.
  case quotaExceeded = "QUOTA_EXCEEDED"
  /// 429: too many requests. Retry after the given delay.
  case throttled = "THROTTLED"
  /// 503: the server is temporarily unavailable. Retry after the given delay.
  case tryAgainLater = "TRY_AGAIN_LATER"
  /// 412: the target of a reference with VALIDATE does not exist. Save the target first.
  case validatingReferenceError = "VALIDATING_REFERENCE_ERROR"
  /// 404: the zone does not exist. Create it first.
  case zoneNotFound = "ZONE_NOT_FOUND"

  /// The HTTP status of an error that applies to the whole request.
  package var httpStatus: Int {
    switch self {
    case .atomicError, .badRequest: 400
    case .authenticationFailed: 401
    case .accessDenied: 403
    case .notFound, .zoneNotFound: 404
    case .conflict, .exists: 409
    case .validatingReferenceError: 412
    case .quotaExceeded: 413
    case .authenticationRequired: 421
    case .throttled: 429
    case .internalError: 500
    case .tryAgainLater: 503
    }
  }

  /// True if a retry may succeed.
  package var isTransient: Bool { self == .throttled || self == .tryAgainLater }

  /// The closest code for a code from any server, including codes that this server never sends.
  init(nearest word: String) {
    self =
      switch word {
      case "ZONE_BUSY": .tryAgainLater
      case "UNIQUE_FIELD_ERROR": .conflict
      default: ServerErrorCode(rawValue: word) ?? .internalError
      }
  }
}
