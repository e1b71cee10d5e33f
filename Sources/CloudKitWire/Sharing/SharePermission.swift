// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a participant, or anyone with the link, may do.
package enum SharePermission: String, JSONWord {
  case none = "NONE"
  case readOnly = "READ_ONLY"
  case readWrite = "READ_WRITE"
  case unknownPermission = "UNKNOWN"

  package static var unknown: SharePermission? { .unknownPermission }
}
