// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The codes that a server answers: no others, since clients know just these.
package enum ServerErrorCode: String, CaseIterable, Sendable {
  /// 403: a role's or share's permissions forbid it. Sign in as somebody who may.
  case accessDenied = "ACCESS_DENIED"
  /// 400: one operation of an atomic batch failed, so none was done. Fix that one, send all again.
  case atomicError = "ATOMIC_ERROR"
  /// 401: a token or signature is missing or wrong. Check the credentials.
  case authenticationFailed = "AUTHENTICATION_FAILED"
  /// 421: somebody has to sign in, at the redirect URL.
  case authenticationRequired = "AUTHENTICATION_REQUIRED"
  /// 400: the request is not valid; the reason says where.
  case badRequest = "BAD_REQUEST"
  /// 409: the record was changed by somebody else. Fetch it, merge, save again with its new tag.
  case conflict = "CONFLICT"
  /// 409: a record of this name is there. Update it, or take another name.
  case exists = "EXISTS"
  /// 500: a fault of the server; its log says more under the request's id.
  case internalError = "INTERNAL_ERROR"
  /// 404: there is no such record, subscription or endpoint.
  case notFound = "NOT_FOUND"
  /// 413: the storage of the user or container is full, or a request too large.
  case quotaExceeded = "QUOTA_EXCEEDED"
  /// 429: too many requests; wait for the time that is given.
  case throttled = "THROTTLED"
  /// 503: for a moment it can't be done; wait for the time that is given.
  case tryAgainLater = "TRY_AGAIN_LATER"
  /// 412: a reference with VALIDATE refers to a record that is not there. Save that one first.
  case validatingReferenceError = "VALIDATING_REFERENCE_ERROR"
  /// 404: there is no such zone. Create it first.
  case zoneNotFound = "ZONE_NOT_FOUND"

  /// The HTTP status where the code is about a whole request.
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

  /// True if the same request may be good later.
  package var isTransient: Bool { self == .throttled || self == .tryAgainLater }

  /// The code that means what a word means that a server answered, also words that we never send.
  init(nearest word: String) {
    self =
      switch word {
      case "ZONE_BUSY": .tryAgainLater
      case "UNIQUE_FIELD_ERROR": .conflict
      default: ServerErrorCode(rawValue: word) ?? .internalError
      }
  }
}
