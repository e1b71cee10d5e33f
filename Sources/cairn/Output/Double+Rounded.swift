// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// The figure to three decimals: millimetres, milliseconds, grams; nil for what is no number, or beyond
  /// all numbers, since JSON has none of these.
  var toThousandths: Double? {
    guard isFinite else { return nil }
    let thousandths = (self * 1000).rounded()
    // So large a figure has no decimals.
    return thousandths.isFinite ? thousandths / 1000 : self
  }
}
