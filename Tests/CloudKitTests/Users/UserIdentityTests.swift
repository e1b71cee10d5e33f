// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudTestSupport
import Foundation
import Testing

/// Users of a container, and their web tokens.
@Suite(.serialized, .timeLimit(.minutes(15))) struct UserIdentityTests {
  @Test func `a discoverable user is found by email address and record ID`() async throws {
    try await RunningCloud.run { cloud in
      try await cloud.addUser("bob", givenName: "Bob", emailAddress: "bob@example.org")
      let ann = try await cloud.container(of: "ann")
      // Users who have not signed in to the container are not found.
      #expect(try await ann.userIdentity(forEmailAddress: "bob@example.org") == nil)
      let bobsRecord = try await cloud.container(of: "bob").userRecordID()
      let bob = try #require(try await ann.userIdentity(forEmailAddress: "bob@example.org"))
      #expect(bob.userRecordID == bobsRecord && bob.hasiCloudAccount)
      #expect(bob.nameComponents?.givenName == "Bob")
      #expect(bob.lookupInfo == CKUserIdentity.LookupInfo(emailAddress: "bob@example.org"))
      let same = try await ann.userIdentity(forUserRecordID: bobsRecord)
      #expect(same?.userRecordID == bobsRecord)
      #expect(try await ann.userIdentity(forPhoneNumber: "+41 44 000 00 00") == nil)
      // Ann is not discoverable.
      let annsRecord = try await ann.userRecordID()
      let found = try await ann.userIdentities(forUserRecordIDs: [annsRecord, bobsRecord])
      #expect(Set(found.keys) == [bobsRecord])
      let byAddress = try await ann.userIdentities(
        forEmailAddresses: ["nobody@example.org", "bob@example.org"])
      #expect(byAddress["bob@example.org"]?.userRecordID == bobsRecord && byAddress.count == 1)
      #expect(try await ann.userIdentities(forEmailAddresses: []).isEmpty)
      let told = try await withCheckedThrowingContinuation { done in
        ann.discoverUserIdentity(withEmailAddress: "bob@example.org") { identity, error in
          done.resume(with: error.map { .failure($0) } ?? .success(identity))
        }
      }
      #expect(told?.userRecordID == bobsRecord)
    }
  }

  private func webToken(
    _ apiToken: String?, _ container: CKContainer
  ) async throws -> String {
    try await withCheckedThrowingContinuation { done in
      let operation = CKFetchWebAuthTokenOperation()
      operation.apiToken = apiToken
      operation.fetchWebAuthTokenResultBlock = { done.resume(with: $0) }
      container.add(operation)
    }
  }

  @Test func `a web token authenticates as the user who requested it`() async throws {
    try await RunningCloud.run { cloud in
      let file = try await cloud.configuration(of: "ann")
      let container = CKContainer(identifier: RunningCloud.container, configuration: file)
      var configuration = try file.read()
      let apiToken = try #require(configuration.containers[RunningCloud.container]?.apiToken)
      let token = try await webToken(apiToken, container)
      configuration.containers[RunningCloud.container]?.webAuthToken = token
      let other = CloudKitConfigurationFile(url: cloud.folder.appending(path: "other.json"))
      try other.write(configuration)
      let program = CKContainer(identifier: RunningCloud.container, configuration: other)
      #expect(try await program.userRecordID() == container.userRecordID())
      for (given, code) in [(nil, CKError.Code.invalidArguments), ("x", .permissionFailure)] {
        await #expect { try await webToken(given, container) } throws: {
          ($0 as? CKError)?.code == code
        }
      }
    }
  }
}
