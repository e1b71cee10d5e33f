// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Testing

@Suite(.serialized) struct CallContextTests {
  @Test func `a token scope differs by caller, environment and database, but not by date`() {
    let call = CallContext(
      container: "iCloud.a", environment: .development, database: .private,
      caller: .user(recordName: "_a"), date: Date(timeIntervalSince1970: 0))
    var other = call
    other.date = Date(timeIntervalSince1970: 1)
    #expect(call.tokenScope == other.tokenScope)
    other.caller = .user(recordName: "_b")
    #expect(call.tokenScope != other.tokenScope)
    other = call
    other.environment = .production
    #expect(call.tokenScope != other.tokenScope)
    other = call
    other.database = .public
    #expect(call.tokenScope != other.tokenScope)
    other.caller = .world
    #expect(other.tokenScope.userRecordName == nil)
  }
}
