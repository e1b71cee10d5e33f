// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// What answers the protocol's requests: a server over HTTP, or one in this process.
///
/// Throws a ``CKError`` where no answer came; an answer that says why something failed is an answer.
package protocol CloudService: Sendable {
  /// Asks an endpoint with a JSON body.
  func answer(_ request: ServiceRequest) async throws -> ServiceAnswer
  /// Sends a file to a URL that the server gave, within so many seconds; tells how much of it is sent,
  /// from 0 to 1.
  func upload(
    _ file: URL, to url: String, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceAnswer
  /// Writes what is at a URL that the server gave into a file, within so many seconds; tells how much
  /// is there, from 0 to 1.
  func download(
    _ url: String, to file: URL, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceAnswer
  /// Follows the notifications at a URL that the server gave, behind one that is known, until the stream ends,
  /// says nothing for longer than `silence`, or false is answered to a signal.
  func listen(
    _ url: String, after id: String?, silence: Duration,
    _ onSignal: @escaping @Sendable (StreamSignal) -> Bool
  ) async throws -> ServiceAnswer
  /// What this program calls itself to the server: it is not told of its own changes.
  var clientID: String? { get }
  /// Another one for each user of each server.
  var account: String { get }
  /// What says who is signed in to requests with an API token; nil if nobody is, or for another one than requests have.
  func webAuthToken(forAPIToken apiToken: String) -> String?
}

/// What is heard of a stream of notifications.
package enum StreamSignal: Sendable {
  /// The server gives a stream.
  case opened
  case event(ServerSentEvent)
  /// The server has said something, if only that it is there.
  case alive
}

extension CloudService {
  package func listen(
    _ url: String, after id: String?, silence: Duration,
    _ onSignal: @escaping @Sendable (StreamSignal) -> Bool
  ) async throws -> ServiceAnswer {
    throw CKError(.serviceUnavailable, "There are no notifications here.")
  }

  package var clientID: String? { nil }

  package var account: String { "" }

  package func webAuthToken(forAPIToken apiToken: String) -> String? { nil }
}

/// A request of one of the protocol's endpoints.
package struct ServiceRequest: Sendable {
  package var route: OperationRoute
  package var method: Endpoint.Method
  package var body: [UInt8]
  /// How many seconds may pass without an answer.
  package var timeout: TimeInterval

  package init(
    route: OperationRoute, method: Endpoint.Method, body: [UInt8], timeout: TimeInterval = 60
  ) {
    self.route = route
    self.method = method
    self.body = body
    self.timeout = timeout
  }
}

/// What came back.
package struct ServiceAnswer: Sendable {
  package var status: Int
  package var body: [UInt8]
  /// Seconds to wait before the next try.
  package var retryAfter: Double?

  package init(status: Int, body: [UInt8], retryAfter: Double? = nil) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
  }
}
