// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Reads usage and quotas.
package protocol QuotaReading {
  /// The bytes available in a database; nil without a quota, negative if it is exceeded.
  func availableBytes(in database: Int64) throws -> Int64?
  /// The usage and quotas of a container; nil if it does not exist.
  func usage(ofContainer container: String) throws -> ContainerUsage?
}

/// Sets quotas.
package protocol QuotaWriting: QuotaReading {
  /// Sets the quota of a container, and its default quota per user, in bytes.
  ///
  /// Nil removes a limit. Returns false if the container does not exist.
  func setQuota(ofContainer container: String, total: Int64?, eachUser: Int64?) throws -> Bool
  /// Sets the quota of a member's private databases in bytes; nil for the default quota.
  ///
  /// Returns false if the member does not exist.
  func setQuota(ofMember recordName: String, inContainer container: String, _ bytes: Int64?) throws
    -> Bool
}

/// The stored bytes of records and assets.
package struct StoredBytes: Sendable, Hashable {
  package var records: Int64
  /// The bytes of all assets on disk, including unreferenced ones until their collection.
  package var assets: Int64

  package var total: Int64 { records + assets }

  package init(records: Int64, assets: Int64) {
    self.records = records
    self.assets = assets
  }
}

/// The usage and quotas of a container, in both environments together.
package struct ContainerUsage: Sendable, Hashable {
  /// A member's usage of private databases.
  package struct Member: Sendable, Hashable {
    /// The sign-in name.
    package var user: String
    package var stored: StoredBytes
    /// The user's own quota; nil for the default quota.
    package var quota: Int64?

    package init(user: String, stored: StoredBytes, quota: Int64?) {
      self.user = user
      self.stored = stored
      self.quota = quota
    }
  }

  package var container: String
  package var stored: StoredBytes
  /// The quota of the container in bytes; nil for no limit.
  package var quota: Int64?
  /// The default quota per user in bytes; nil for no limit.
  package var eachUser: Int64?
  /// The members, ordered by name.
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
