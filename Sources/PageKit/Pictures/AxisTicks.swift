// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Round numbers for axes and scale bars.
enum AxisTicks {
  /// The largest of 1, 2 and 5 times a power of ten that is at most `value`.
  static func below(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    let power = pow(10, floor(log10(value)))
    for factor in [5.0, 2, 1] where factor * power <= value * (1 + 1e-9) { return factor * power }
    return power
  }

  /// The smallest of 1, 2 and 5 times a power of ten that is at least `value`.
  static func above(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 1 }
    let power = pow(10, floor(log10(value)))
    for factor in [1.0, 2, 5] where factor * power >= value * (1 - 1e-9) { return factor * power }
    return 10 * power
  }

  /// Multiples of a step within a range.
  static func ticks(in range: ClosedRange<Double>, step: Double) -> [Double] {
    guard step > 0, range.lowerBound.isFinite, range.upperBound.isFinite,
      (range.upperBound - range.lowerBound) / step < 1000
    else { return [] }
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// A multiple of a step as text, with as many decimals as the step needs.
  static func text(_ value: Double, step: Double) -> String {
    let decimals = step >= 1 ? 0 : min(6, Int((-log10(step)).rounded(.up)))
    let digits = String(format: "%.\(decimals)f", abs(value))
    let text = grouped(digits)
    return value < 0 && digits.contains { $0 != "0" && $0 != "." } ? "−" + text : text
  }

  /// Separates the thousands, as in "1,820".
  private static func grouped(_ digits: String) -> String {
    let whole = digits.prefix { $0 != "." }
    guard whole.count > 3 else { return digits }
    var text = ""
    for (index, digit) in whole.enumerated() {
      if index > 0, (whole.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text + digits.dropFirst(whole.count)
  }
}
