// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire

/// A server-to-server key as JSON.
struct KeyRecord: Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, container, environment, name, created
    case recordName = "user_record_name"
  }

  let key: SigningKey

  init(_ key: SigningKey) {
    self.key = key
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key.id, forKey: .id)
    try container.encode(key.container, forKey: .container)
    try container.encode(key.environment.rawValue, forKey: .environment)
    try container.encode(key.name, forKey: .name)
    try container.encode(key.recordName, forKey: .recordName)
    try container.encode(key.created.jsonText, forKey: .created)
  }
}
