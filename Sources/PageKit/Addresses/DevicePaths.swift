// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The paths of pairing and of the list of devices.
package enum DevicePaths {
  /// The list of devices, on this machine only.
  package static let devices = "/devices"
  static let offer = "/devices/offer"
  static let revokeAll = "/devices/revoke"
  static let revokePattern = "/devices/:id/revoke"
  static let namePattern = "/devices/:id/name"
  /// The page on which another device enters a code, in the local network only.
  package static let pair = "/pair"
  static let authority = "/pair/authority.crt"
  /// The field of the code in the form and in the QR code's link.
  static let codeField = "code"
}
