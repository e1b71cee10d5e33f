// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A user as one container knows them.
package struct Member: Sendable, Hashable {
  /// The name of the user's record there: another one in each container.
  package var recordName: String
  package var profile: UserProfile

  package init(recordName: String, profile: UserProfile) {
    self.recordName = recordName
    self.profile = profile
  }
}
