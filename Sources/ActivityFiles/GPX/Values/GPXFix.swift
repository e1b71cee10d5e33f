// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The kind of fix a receiver had.
public enum GPXFix: String, Sendable, Hashable, CaseIterable {
  /// The receiver had no fix.
  case none

  /// A position without elevation.
  case twoDimensional = "2d"

  /// A position with elevation.
  case threeDimensional = "3d"

  /// A position with differential correction.
  case differential = "dgps"

  /// A position by the military signal.
  case precise = "pps"
}
