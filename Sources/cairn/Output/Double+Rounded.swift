// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Double {
  /// The figure to three decimals: millimetres, milliseconds, grams.
  var toThousandths: Double { (self * 1000).rounded() / 1000 }
}
