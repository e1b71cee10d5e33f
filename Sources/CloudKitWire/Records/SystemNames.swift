// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Names that the protocol itself gives.
package enum SystemNames {
  package static let userType = "Users"
  package static let shareType = "cloudkit.share"
  /// The record that shares a whole zone.
  package static let zoneShareName = "cloudkit.zoneshare"
  package static let shareTitle = "cloudkit.title"
  package static let shareThumbnail = "cloudkit.thumbnailImageData"
  package static let shareKind = "cloudkit.type"
}
