// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The permission of a participant, or of anyone with the share's link.
package enum SharePermission: String, JSONStringEnum {
  case none = "NONE"
  case readOnly = "READ_ONLY"
  case readWrite = "READ_WRITE"
  case unknownPermission = "UNKNOWN"

  package static var unknown: SharePermission? { .unknownPermission }
}
