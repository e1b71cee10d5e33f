// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads what is stored and how much may be.
package protocol QuotaReading {
  /// Bytes that may still be stored in a database; nil if there is no quota, below 0 if it is exceeded.
  func room(in database: Int64) throws -> Int64?
  /// What a container holds, and may; nil if there is no such container.
  func usage(ofContainer container: String) throws -> ContainerUsage?
}

/// Sets quotas.
package protocol QuotaWriting: QuotaReading {
  /// Bytes that a container may hold as a whole, and those of each user of whom nothing else is said; nil
  /// for no limit. False if there is no such container.
  func setQuota(ofContainer container: String, total: Int64?, eachUser: Int64?) throws -> Bool
  /// Bytes that a member may have in private databases; nil for what each user has. False if there is no
  /// such member.
  func setQuota(ofMember recordName: String, inContainer container: String, _ bytes: Int64?) throws
    -> Bool
}

/// Bytes of records and of assets.
package struct StoredBytes: Sendable, Hashable {
  package var records: Int64
  /// All that are on the disk: also those that no record has any more, until they are collected.
  package var assets: Int64

  package var total: Int64 { records + assets }

  package init(records: Int64, assets: Int64) {
    self.records = records
    self.assets = assets
  }
}

/// What a container holds in both environments, and may.
package struct ContainerUsage: Sendable, Hashable {
  /// What a member has in private databases.
  package struct Member: Sendable, Hashable {
    /// The name to sign in with.
    package var user: String
    package var stored: StoredBytes
    /// What was said of this user; nil for what each has.
    package var quota: Int64?

    package init(user: String, stored: StoredBytes, quota: Int64?) {
      self.user = user
      self.stored = stored
      self.quota = quota
    }
  }

  package var container: String
  package var stored: StoredBytes
  /// Nil for no limit.
  package var quota: Int64?
  package var eachUser: Int64?
  /// By name.
  package var members: [Member]

  package init(
    container: String, stored: StoredBytes, quota: Int64?, eachUser: Int64?, members: [Member]
  ) {
    self.container = container
    self.stored = stored
    self.quota = quota
    self.eachUser = eachUser
    self.members = members
  }
}
