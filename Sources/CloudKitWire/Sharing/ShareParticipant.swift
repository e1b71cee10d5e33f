// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A participant of a share.
package struct ShareParticipant: JSONValue, Sendable, Hashable {
  package enum Role: String, JSONStringEnum {
    case owner = "OWNER"
    case administrator = "ADMINISTRATOR"
    case user = "USER"
    case privateUser = "PRIVATE_USER"
    case publicUser = "PUBLIC_USER"
    case unknownRole = "UNKNOWN"

    package static var unknown: Role? { .unknownRole }
  }

  package enum Acceptance: String, JSONStringEnum {
    case invited = "INVITED"
    case pending = "PENDING"
    case accepted = "ACCEPTED"
    case removed = "REMOVED"
    case unknownStatus = "UNKNOWN"

    package static var unknown: Acceptance? { .unknownStatus }
  }

  package var participantID: String?
  package var userIdentity: UserIdentity?
  package var type: Role?
  package var permission: SharePermission?
  package var acceptanceStatus: Acceptance?

  package init(
    participantID: String? = nil, userIdentity: UserIdentity? = nil, type: Role? = nil,
    permission: SharePermission? = nil, acceptanceStatus: Acceptance? = nil
  ) {
    self.participantID = participantID
    self.userIdentity = userIdentity
    self.type = type
    self.permission = permission
    self.acceptanceStatus = acceptanceStatus
  }

  package static let inWords = "a participant"

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object(Self.inWords)
    participantID = try object.optional("participantId", or: "participantID")
    userIdentity = try object.optional("userIdentity")
    type = try object.optional("type")
    permission = try object.optional("permission")
    acceptanceStatus = try object.optional("acceptanceStatus")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("participantId", participantID)
    writer.member("userIdentity", userIdentity)
    writer.member("type", type)
    writer.member("permission", permission)
    writer.member("acceptanceStatus", acceptanceStatus)
    writer.endObject()
  }
}
