// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// A request whose credentials have been checked: which database is meant, and who asks.
package struct Call: Sendable, Hashable {
  /// Who asks.
  package enum Caller: Sendable, Hashable {
    /// Somebody who has an API token and is not signed in.
    case world
    /// A user who is signed in.
    case user(recordName: String)
    /// A program that signs its requests.
    case key(recordName: String)

    /// The name of the user's record, which stands in the records that the caller writes.
    package var recordName: String? {
      switch self {
      case .world: nil
      case .user(let name), .key(let name): name
      }
    }
  }

  /// What lets somebody in until it is ended.
  package enum Credential: Sendable, Hashable {
    /// A session, by the hash of its secret.
    case session(hash: [UInt8])
    /// A server-to-server key, by its id.
    case key(id: String)
  }

  package var container: String
  package var environment: Environment
  package var database: DatabaseScope
  package var caller: Caller
  /// When the request came.
  package var date: Date
  /// True if the answer is to have the database's sync token.
  package var wantsSyncToken: Bool
  /// Where clients reach the server, such as `https://cloud.example.org`: for the URLs in answers.
  package var baseURL: String
  /// What tells the caller's program from their others; nil if it does not say so.
  package var clientID: String?
  /// What let the caller in; nil for a call that needed nothing.
  package var credential: Credential?
  /// Whose requests count together where not all can be answered at once.
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

  /// Whose and where the tokens are good that this call is answered with.
  package var tokenScope: TokenScope {
    TokenScope(
      container: container, environment: environment, database: database,
      userRecordName: caller.recordName)
  }
}
