// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The names of the protocol's own HTTP headers.
package enum HeaderNames {
  package static let keyID = "X-Apple-CloudKit-Request-KeyID"
  package static let date = "X-Apple-CloudKit-Request-ISO8601Date"
  package static let signature = "X-Apple-CloudKit-Request-SignatureV1"
  /// The next web token, in a response.
  package static let webAuthToken = "X-Apple-CloudKit-Web-Auth-Token"
  package static let requestUUID = "X-Apple-Request-UUID"
  package static let respondingInstance = "X-Responding-Instance"
  /// The response headers exposed to pages of other origins.
  package static let exposed = [requestUUID, webAuthToken, respondingInstance, "Via"]
}
