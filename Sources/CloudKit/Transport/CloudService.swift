// Cairn
// SPDX-License-Identifier: Apache-2.0

package import CloudKitWire
package import Foundation

/// A server of the CloudKit web protocol, over HTTP or in this process.
///
/// Methods throw a ``CKError`` if there is no response; a failure response is not thrown.
package protocol CloudService: Sendable {
  /// Sends a request with a JSON body.
  func answer(_ request: ServiceRequest) async throws -> ServiceResponse
  /// Uploads a file to a URL from the server within a timeout in seconds, reporting the progress
  /// from 0 to 1.
  func upload(
    _ file: URL, to url: String, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceResponse
  /// Downloads a URL from the server into a file within a timeout in seconds, reporting the
  /// progress from 0 to 1.
  func download(
    _ url: String, to file: URL, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceResponse
  /// Reads the notification stream at a URL from the server, after a known notification, until the
  /// stream ends, is idle for longer than `silence`, or the callback returns false.
  func listen(
    _ url: String, after id: String?, silence: Duration,
    _ onSignal: @escaping @Sendable (StreamSignal) -> Bool
  ) async throws -> ServiceResponse
  /// The program's client ID: the server does not notify a client of its own changes.
  var clientID: String? { get }
  /// A string that is unique for each user of each server.
  var account: String { get }
  /// Returns the web token of the signed-in user for an API token; nil if there is none, or for
  /// another API token than the requests'.
  func webAuthToken(forAPIToken apiToken: String) -> String?
}

/// A signal of a notification stream.
package enum StreamSignal: Sendable {
  /// The stream is open.
  case opened
  case event(ServerSentEvent)
  /// The server sent data, possibly only a heartbeat.
  case alive
}

extension CloudService {
  package func listen(
    _ url: String, after id: String?, silence: Duration,
    _ onSignal: @escaping @Sendable (StreamSignal) -> Bool
  ) async throws -> ServiceResponse {
    throw CKError(.serviceUnavailable, "This service has no notifications.")
  }

  package var clientID: String? { nil }

  package var account: String { "" }

  package func webAuthToken(forAPIToken apiToken: String) -> String? { nil }
}

/// A request to an endpoint of the protocol.
package struct ServiceRequest: Sendable {
  package var route: OperationRoute
  package var method: Endpoint.Method
  package var body: [UInt8]
  /// The response timeout in seconds.
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

/// A response.
package struct ServiceResponse: Sendable {
  package var status: Int
  package var body: [UInt8]
  /// The requested retry delay in seconds.
  package var retryAfter: Double?

  package init(status: Int, body: [UInt8], retryAfter: Double? = nil) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
  }
}
