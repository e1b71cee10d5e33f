// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

extension GoldenBody {
  static let identity = #"""
    {"userRecordName":"_9a06","lookupInfo":{"emailAddress":"a@example.org"},
    "nameComponents":{"namePrefix":"Dr.","givenName":"Ada","middleName":"K.",
    "familyName":"Byron","nameSuffix":"II","nickname":"Ad",
    "phoneticRepresentation":{"givenName":"Eda"}}}
    """#

  static let users = [
    GoldenBody(
      "users/current response", UserDictionary.self,
      #"""
      {"userRecordName":"_9a06","firstName":"Ada","lastName":"Byron",
      "emailAddress":"a@example.org"}
      """#),
    GoldenBody("users/caller request", EmptyRequest.self, "{}"),
    GoldenBody(
      "users/caller response", CallerResponse.self,
      #"{"users":[{"userRecordName":"_9a06"}],"userRecordName":"_9a06"}"#),
    GoldenBody(
      "users/discover request", DiscoverUsersRequest.self,
      #"""
      {"lookupInfos":[{"emailAddress":"a@example.org"},{"phoneNumber":"+4912345"},
      {"userRecordName":"_9a06"}]}
      """#),
    GoldenBody(
      "users/discover response", IdentitiesResponse.self, #"{"users":[\#(identity)]}"#),
    GoldenBody("users/discover of all response", IdentitiesResponse.self, #"{"users":[]}"#),
    GoldenBody(
      "users/lookup/email request", LookupUsersRequest.self,
      #"{"users":[{"emailAddress":"a@example.org"}]}"#),
    GoldenBody(
      "users/lookup/id request", LookupUsersRequest.self,
      #"{"users":[{"userRecordName":"_9a06"}]}"#),
    GoldenBody(
      "users/lookup response", UsersResponse.self,
      #"{"users":[{"userRecordName":"_9a06","firstName":"Ada"}]}"#),
    GoldenBody("users/lookup/contacts response", IdentitiesResponse.self, #"{"users":[]}"#),
    GoldenBody("users/restrict response", EmptyResponse.self, "{}"),
    GoldenBody("users/unrestrict response", EmptyResponse.self, "{}"),
  ]

  static let assets = [
    GoldenBody(
      "assets/upload request", UploadTokensRequest.self,
      #"""
      {"tokens":[{"recordType":"Ruck","recordName":"r1","fieldName":"track"},
      {"fieldName":"photo"}],"zoneID":{"zoneName":"Rucks"}}
      """#),
    GoldenBody(
      "assets/upload response", UploadTokensResponse.self,
      #"""
      {"tokens":[{"recordName":"r1","fieldName":"track",
      "url":"https://cairn.example/assets/1/upload/abc"}]}
      """#),
    GoldenBody(
      "asset data response", UploadReceiptResponse.self,
      #"""
      {"singleFile":{"fileChecksum":"abc","size":12,"referenceChecksum":"def",
      "wrappingKey":"ghi","receipt":"jkl"}}
      """#),
    GoldenBody(
      "assets/rereference request", RereferenceAssetsRequest.self,
      #"{"assets":[{"recordName":"r1","fieldName":"track"}],"zoneID":{"zoneName":"Rucks"}}"#),
    GoldenBody(
      "assets/rereference response", RereferenceAssetsResponse.self,
      #"{"assets":[{"fileChecksum":"abc","size":12,"receipt":"jkl"}]}"#),
  ]

  static let tokens = [
    GoldenBody(
      "tokens/create request", CreateTokenRequest.self,
      #"{"apnsEnvironment":"development","clientId":"c1"}"#),
    GoldenBody(
      "tokens/create response", CreateTokenResponse.self,
      #"""
      {"apnsEnvironment":"production","apnsToken":"t1",
      "webcourierURL":"https://cairn.example/webcourier/1/t1"}
      """#),
    GoldenBody(
      "tokens/register request", RegisterTokenRequest.self,
      #"{"apnsEnvironment":"production","apnsToken":"t1","clientId":"c1"}"#),
    GoldenBody("tokens/register response", EmptyResponse.self, "{}"),
  ]

  static let sharing = [
    GoldenBody(
      "records/resolve request", ShortGUIDsRequest.self,
      #"""
      {"shortGUIDs":[{"value":"0abc","shouldFetchRootRecord":true,
      "rootRecordDesiredKeys":["title"]}]}
      """#),
    GoldenBody(
      "records/accept request", ShortGUIDsRequest.self,
      #"{"shortGUIDs":[{"value":"0abc","shouldFetchRootRecord":false}]}"#),
    GoldenBody(
      "records/resolve response", SharesResponse.self,
      #"""
      {"results":[{"shortGUID":"0abc","containerIdentifier":"iCloud.org.example",
      "environment":"development","databaseScope":"SHARED","zoneID":{"zoneName":"Rucks",
      "ownerRecordName":"_9a06"},"share":{"recordName":"s1","recordType":"cloudkit.share",
      "fields":{},"pluginFields":{},"recordChangeTag":"1","shortGUID":"0abc",
      "stableUrl":{"routingKey":"1","shortTokenHash":"2","protectedFullToken":"3",
      "encryptedPublicSharingKey":"4","displayedHostname":"cairn.example"},
      "publicPermission":"READ_ONLY","participants":[{"participantId":"p1",
      "userIdentity":\#(identity),"type":"OWNER","permission":"READ_WRITE",
      "acceptanceStatus":"ACCEPTED"}],"owner":{"participantId":"p1"},
      "currentUserParticipant":{"participantId":"p2"}},"rootRecordName":"r1",
      "rootRecord":\#(answered),"ownerIdentity":\#(identity),"participantType":"USER",
      "participantStatus":"INVITED","participantPermission":"READ_WRITE",
      "potentialMatchList":[{"participantId":"p2",
      "contactInformation":{"emailAddress":"b@example.org"}}],
      "webpageURL":"https://cairn.example/s/0abc"},
      {"serverErrorCode":"NOT_FOUND","reason":"no such share"}]}
      """#),
    GoldenBody(
      "records/accept response", SharesResponse.self,
      #"{"results":[{"shortGUID":"0abc","databaseScope":"PRIVATE"}]}"#),
  ]

  static let others = [
    GoldenBody(
      "error", ServerFailure.self,
      #"""
      {"uuid":"u1","serverErrorCode":"AUTHENTICATION_REQUIRED",
      "reason":"request needs authorization","redirectURL":"https://cairn.example/sign-in"}
      """#),
    GoldenBody(
      "error of an atomic batch", AtomicFailure.self,
      #"""
      {"uuid":"u1","serverErrorCode":"ATOMIC_ERROR","reason":"1 of 2 operations failed",
      "records":[{"recordName":"r1","serverErrorCode":"ATOMIC_ERROR","reason":"not done"},
      \#(failed)]}
      """#),
    GoldenBody(
      "error to try again", ServerFailure.self,
      #"{"uuid":"u1","serverErrorCode":"THROTTLED","reason":"too many","retryAfter":30}"#),
  ]
}
