// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The sharing members of a record that is a share or the root of a share.
package struct RecordSharing: Sendable, Hashable {
  /// True to request a short GUID, which the root of a share needs.
  package var createShortGUID = false
  package var shortGUID: String?
  package var stableURL: StableURL?
  /// The root record, in the creation of a share.
  package var forRecord: RecordLink?
  package var publicPermission: SharePermission?
  package var participants: [ShareParticipant]?
  package var owner: ShareParticipant?
  package var currentUserParticipant: ShareParticipant?

  package init() {}

  private static let keys: [StaticString] = [
    "createShortGUID", "shortGUID", "stableUrl", "forRecord", "publicPermission", "participants",
    "owner", "currentUserParticipant",
  ]

  /// Returns nil if the record has no sharing members.
  init?(in object: JSONObject) throws(WireError) {
    guard object.hasAny(of: Self.keys) else { return nil }
    createShortGUID = try object.optional("createShortGUID") ?? false
    shortGUID = try object.optional("shortGUID")
    stableURL = try object.optional("stableUrl")
    forRecord = try object.optional("forRecord")
    publicPermission = try object.optional("publicPermission")
    participants = try object.optional("participants")
    owner = try object.optional("owner")
    currentUserParticipant = try object.optional("currentUserParticipant")
  }

  /// Writes the members into the record's object.
  func write(to writer: inout JSONWriter) {
    writer.member("createShortGUID", ifTrue: createShortGUID)
    writer.member("shortGUID", shortGUID)
    writer.member("stableUrl", stableURL)
    writer.member("forRecord", forRecord)
    writer.member("publicPermission", publicPermission)
    writer.member("participants", participants)
    writer.member("owner", owner)
    writer.member("currentUserParticipant", currentUserParticipant)
  }
}
