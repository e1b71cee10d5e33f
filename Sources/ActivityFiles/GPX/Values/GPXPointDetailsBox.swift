// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Keeps the details of a point outside of it.
final class GPXPointDetailsBox: Sendable, Hashable {
  let details: GPXPointDetails

  init(_ details: GPXPointDetails) {
    self.details = details
  }

  static func == (left: GPXPointDetailsBox, right: GPXPointDetailsBox) -> Bool {
    left === right || left.details == right.details
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(details)
  }
}
