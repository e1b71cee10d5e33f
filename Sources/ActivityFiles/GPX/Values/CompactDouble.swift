// Cairn
// SPDX-License-Identifier: Apache-2.0

/// An optional number in 8 bytes: NaN stands for none.
struct CompactDouble: Sendable, Hashable {
  private(set) var raw: Double

  @inline(__always)
  init(_ value: Double?) {
    raw = value ?? .nan
  }

  @inline(__always)
  var value: Double? {
    get { raw.isNaN ? nil : raw }
    set { raw = newValue ?? .nan }
  }

  static func == (left: CompactDouble, right: CompactDouble) -> Bool {
    left.raw == right.raw || (left.raw.isNaN && right.raw.isNaN)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}
