// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A request target as sent, with its parsed query.
package struct RequestTarget: Sendable, Hashable {
  /// The whole target: path and query.
  package let text: String
  /// The path, still percent-encoded.
  package let path: String
  package let apiToken: String?
  package let webAuthToken: String?
  /// True if the client requests the zone's sync token in the response.
  package let wantsSyncToken: Bool
  /// An ID that distinguishes this client from the user's other clients.
  package let clientID: String?
  /// The ID of the latest notification that the client acknowledges.
  package let after: String?

  /// Parses a target; unknown parameters are ignored.
  package init(_ text: String) {
    self.text = text
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    var (api, web, wantsToken): (String?, String?, Bool) = (nil, nil, false)
    var (client, after): (String?, String?)
    for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { continue }
      // Neither token contains a space: it was an unescaped plus sign.
      let value = PercentCoding.decoded(halves[1], plusIsSpace: false)
        .map { String($0.map { $0 == " " ? "+" : $0 }) }
      switch halves[0] {
      case "ckAPIToken": api = api ?? value
      case "ckWebAuthToken", "ckSession": web = web ?? value
      case "getCurrentSyncToken": wantsToken = value == "true"
      case "clientId": client = client ?? value
      case "after": after = after ?? value
      default: break
      }
    }
    (apiToken, webAuthToken, wantsSyncToken) = (api, web, wantsToken)
    (clientID, self.after) = (client, after)
  }

  /// The query string of a client's request, with its question mark; empty without parameters.
  package static func query(
    apiToken: String?, webAuthToken: String? = nil, wantsSyncToken: Bool = false,
    clientID: String? = nil
  ) -> String {
    var pairs: [String] = []
    if let apiToken { pairs.append("ckAPIToken=" + PercentCoding.encoded(apiToken)) }
    if let webAuthToken { pairs.append("ckWebAuthToken=" + PercentCoding.encoded(webAuthToken)) }
    if wantsSyncToken { pairs.append("getCurrentSyncToken=true") }
    if let clientID { pairs.append("clientId=" + PercentCoding.encoded(clientID)) }
    return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
  }
}
