// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// The context of an authorized request: its database, caller and date.
package struct CallContext: Sendable, Hashable {
  /// The caller of a request.
  package enum Caller: Sendable, Hashable {
    /// A program with an API token, without a signed-in user.
    case world
    /// A signed-in user.
    case user(recordName: String)
    /// A program that signs its requests.
    case key(recordName: String)

    /// The name of the caller's user record, which is the creator of the records that they write.
    package var recordName: String? {
      switch self {
      case .world: nil
      case .user(let name), .key(let name): name
      }
    }
  }

  package var container: String
  package var environment: Environment
  package var database: DatabaseScope
  package var caller: Caller
  /// The date of the request.
  package var date: Date
  /// True if the response shall contain a sync token.
  package var wantsSyncToken: Bool
  /// The server's URL as clients see it, such as `https://cloud.example.org`, for URLs in responses.
  package var baseURL: String
  /// Identifies the caller's program among all programs of the user; nil if unknown.
  package var clientID: String?
  /// The caller's credential; nil if the request needed none.
  package var credential: CallerCredential?
  /// The key by which requests are grouped for rate and concurrency limits.
  package var rateKey = ""

  package init(
    container: String, environment: Environment, database: DatabaseScope, caller: Caller,
    date: Date, wantsSyncToken: Bool = false, baseURL: String = "", clientID: String? = nil
  ) {
    self.container = container
    self.environment = environment
    self.database = database
    self.caller = caller
    self.date = date
    self.wantsSyncToken = wantsSyncToken
    self.baseURL = baseURL
    self.clientID = clientID
  }

  /// The scope in which the tokens of the response are valid.
  package var tokenScope: TokenScope {
    TokenScope(
      container: container, environment: environment, database: database,
      userRecordName: caller.recordName)
  }
}
