// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A cause that Apple's error codes do not distinguish, in the member `cairnErrorDetail`.
///
/// Clients decide by this code. If a server does not send it, clients compare the reasons that
/// Cairn's servers sent before the code existed. Servers still send these reasons for older
/// clients.
package enum ServerErrorDetail: String, CaseIterable, Sendable {
  /// The history after a sync token was deleted: the client fetches the zone from the start.
  case syncTokenExpired = "SYNC_TOKEN_EXPIRED"
  /// The sync token is malformed, or was issued for another zone, user or server.
  case syncTokenInvalid = "SYNC_TOKEN_INVALID"
  /// A backup was restored after the sync token was issued; acknowledged records may be lost.
  case serverRestored = "SERVER_RESTORED"
  /// A backup was restored after the record change tag was issued.
  case tagBeforeRestore = "TAG_BEFORE_RESTORE"
  /// The record change tag was issued by a deleted zone of the same name.
  case tagOfFormerZone = "TAG_OF_FORMER_ZONE"
}

extension ServerFailure {
  // The reasons that clients without the code compare. They must not change.
  private static let expired = "sync token expired"
  private static let member = "syncToken"
  private static let restored =
    "sync token expired: a backup was restored; start again without one, and save what is missing"
  private static let taggedBefore =
    "record has been changed: its tag is another one, and a backup was restored since"
  private static let taggedFormer =
    "record has been changed: its tag is another one, of an earlier zone of the name"

  private init(_ code: ServerErrorCode, _ detail: ServerErrorDetail, _ reason: String) {
    self.init(code, reason)
    self.detail = detail
  }

  /// The response to a sync token whose history was deleted; `advice` is the client's next step.
  package static func syncTokenExpired(
    _ advice: String = "start again without one"
  ) -> ServerFailure {
    ServerFailure(.badRequest, .syncTokenExpired, "\(expired): \(advice)")
  }

  /// The response to a sync token issued before a backup was restored.
  package static let serverRestored = ServerFailure(.badRequest, .serverRestored, restored)

  /// The response to a change whose record change tag predates a restored backup.
  package static let tagOfBeforeRestore = ServerFailure(.conflict, .tagBeforeRestore, taggedBefore)

  /// The response to a change whose record change tag is from a deleted zone of the same name.
  package static let tagOfFormerZone = ServerFailure(.conflict, .tagOfFormerZone, taggedFormer)

  /// The response to a sync token that cannot be opened.
  package static func syncToken(_ error: TokenError) -> ServerFailure {
    ServerFailure(.badRequest, .syncTokenInvalid, error.reason(path: member))
  }

  /// True if a backup was restored: the server may lack records that the client has seen there.
  package var isServerRestored: Bool {
    if let detail { return detail == .serverRestored }
    return code == .badRequest && reason == Self.restored
  }

  /// True if the record change tag belongs to another history; fetch the record again.
  package var isTagOfOtherHistory: Bool {
    if let detail { return detail == .tagBeforeRestore || detail == .tagOfFormerZone }
    return code == .conflict && (reason == Self.taggedBefore || reason == Self.taggedFormer)
  }

  /// True if the sync token is unusable for any cause: the client starts without one.
  package var isAboutSyncToken: Bool {
    switch detail {
    case .syncTokenExpired, .syncTokenInvalid, .serverRestored: true
    case .tagBeforeRestore, .tagOfFormerZone: false
    case nil:
      code == .badRequest
        && (reason.hasPrefix(Self.expired) || reason.hasPrefix("\(Self.member): "))
    }
  }
}
