// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire

/// An API token as JSON, without what it is secret for.
struct TokenRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, container, environment, name, callback, created
    case allowedOrigins = "allowed_origins"
  }

  let token: APIToken

  init(_ token: APIToken) {
    self.token = token
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(token.id, forKey: .id)
    try container.encode(token.container, forKey: .container)
    try container.encode(token.environment.rawValue, forKey: .environment)
    try container.encode(token.name, forKey: .name)
    try container.encode(token.allowedOrigins, forKey: .allowedOrigins)
    try container.encode(token.callback, forKey: .callback)
    try container.encode(token.created.jsonText, forKey: .created)
  }
}
