// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer

/// What a container holds, and may, as JSON; a limit that is not set is null.
struct UsageRecord: Encodable {
  private struct Member: Encodable {
    private enum CodingKeys: String, CodingKey {
      case name
      case records = "record_bytes"
      case assets = "asset_bytes"
      case quota = "quota_bytes"
    }

    let member: ContainerUsage.Member
    let quota: Int64?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(member.user, forKey: .name)
      try container.encode(member.stored.records, forKey: .records)
      try container.encode(member.stored.assets, forKey: .assets)
      try container.encode(quota, forKey: .quota)
    }
  }

  private enum CodingKeys: String, CodingKey {
    case container, users
    case records = "record_bytes"
    case assets = "asset_bytes"
    case quota = "quota_bytes"
    case eachUser = "each_user_quota_bytes"
  }

  let usage: ContainerUsage

  init(_ usage: ContainerUsage) {
    self.usage = usage
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(usage.container, forKey: .container)
    try container.encode(usage.stored.records, forKey: .records)
    try container.encode(usage.stored.assets, forKey: .assets)
    try container.encode(usage.quota, forKey: .quota)
    try container.encode(usage.eachUser, forKey: .eachUser)
    try container.encode(
      usage.members.map { Member(member: $0, quota: $0.quota ?? usage.eachUser) }, forKey: .users)
  }
}
