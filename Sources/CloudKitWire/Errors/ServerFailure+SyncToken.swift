// Cairn
// SPDX-License-Identifier: Apache-2.0

// The protocol has no code of its own for a sync token that can't be used: its words are here, so
// that those who write them and those who read them agree.
extension ServerFailure {
  private static let expired = "sync token expired"
  private static let member = "syncToken"
  private static let restored =
    "a backup was restored; start again without one, and save what is missing"

  /// The answer to a sync token of a history that is gone; `advice` says what its reader is to do.
  package static func syncTokenExpired(
    _ advice: String = "start again without one"
  ) -> ServerFailure {
    ServerFailure(.badRequest, "\(expired): \(advice)")
  }

  /// The answer to a sync token from before a backup was restored.
  package static var serverRestored: ServerFailure { syncTokenExpired(restored) }

  /// The answer to a change of a record by a tag from before a backup was restored.
  package static let tagOfBeforeRestore = ServerFailure(
    .conflict, "record has been changed: its tag is another one, and a backup was restored since")

  /// The answer to a change of a record by a tag of a zone of the same name that was deleted.
  package static let tagOfFormerZone = ServerFailure(
    .conflict, "record has been changed: its tag is another one, of an earlier zone of the name")

  /// True if it says that a backup was restored: the server may lack what its reader has seen there.
  package var isServerRestored: Bool { self == .serverRestored }

  /// True if it says that the record was not made from the one with the tag: what became of that the next fetch
  /// tells.
  package var isTagOfOtherHistory: Bool {
    self == .tagOfBeforeRestore || self == .tagOfFormerZone
  }

  /// The answer to a sync token that can't be opened.
  package static func syncToken(_ error: TokenError) -> ServerFailure {
    ServerFailure(.badRequest, error.reason(path: member))
  }

  /// True if it says that a sync token is of no use here, whyever: its reader starts without one.
  package var isAboutSyncToken: Bool {
    code == .badRequest && (reason.hasPrefix(Self.expired) || reason.hasPrefix("\(Self.member): "))
  }
}
