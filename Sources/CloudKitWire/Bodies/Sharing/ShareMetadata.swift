// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The share that a short GUID identifies, as visible to the caller.
package struct ShareMetadata: JSONValue, Sendable, Hashable {
  package var shortGUID: String?
  package var containerIdentifier: String?
  package var environment: Environment?
  /// `private` for the owner, `shared` for all other participants.
  package var databaseScope: DatabaseScope?
  package var zoneID: ZoneID?
  package var share: Record?
  package var rootRecordName: String?
  package var rootRecord: Record?
  package var ownerIdentity: UserIdentity?
  package var participantType: ShareParticipant.Role?
  package var participantStatus: ShareParticipant.Acceptance?
  package var participantPermission: SharePermission?
  package var potentialMatches: [PotentialMatch]?
  package var webpageURL: String?

  /// A participant who may be the caller.
  package struct PotentialMatch: JSONValue, Sendable, Hashable {
    package var participantID: String?
    package var contactInformation: LookupInfo?

    package init(participantID: String?, contactInformation: LookupInfo?) {
      self.participantID = participantID
      self.contactInformation = contactInformation
    }

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object()
      participantID = try object.optional("participantId", or: "participantID")
      contactInformation = try object.optional("contactInformation")
    }

    package func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("participantId", participantID)
      writer.member("contactInformation", contactInformation)
      writer.endObject()
    }
  }

  package init() {}

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object("share metadata")
    if let node = object.value("shortGUID") {
      // Some servers send a dictionary with the value.
      shortGUID = node.kind == .object ? try ShortGUID(json: node).value : try node.string()
    }
    containerIdentifier = try object.optional("containerIdentifier")
    if let node = object.value("environment") {
      guard let environment = Environment(rawValue: try node.string().lowercased()) else {
        throw node.mismatch(Environment.inWords)
      }
      self.environment = environment
    }
    databaseScope = try object.optional("databaseScope")
    zoneID = try object.optional("zoneID")
    share = try object.optional("share")
    rootRecordName = try object.optional("rootRecordName")
    rootRecord = try object.optional("rootRecord")
    ownerIdentity = try object.optional("ownerIdentity")
    participantType = try object.optional("participantType")
    participantStatus = try object.optional("participantStatus")
    participantPermission = try object.optional("participantPermission")
    potentialMatches = try object.optional("potentialMatchList")
    webpageURL = try object.optional("webpageURL")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("shortGUID", shortGUID)
    writer.member("containerIdentifier", containerIdentifier)
    writer.member("environment", environment)
    writer.member("databaseScope", databaseScope?.rawValue.uppercased())
    writer.member("zoneID", zoneID)
    writer.member("share", share)
    writer.member("rootRecordName", rootRecordName)
    writer.member("rootRecord", rootRecord)
    writer.member("ownerIdentity", ownerIdentity)
    writer.member("participantType", participantType)
    writer.member("participantStatus", participantStatus)
    writer.member("participantPermission", participantPermission)
    writer.member("potentialMatchList", potentialMatches)
    writer.member("webpageURL", webpageURL)
    writer.endObject()
  }
}
