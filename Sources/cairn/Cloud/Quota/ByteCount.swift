// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A number of bytes as people write it: 1000000, 500MB, 1.5GB, 512MiB.
struct ByteCount: ExpressibleByArgument {
  private static let units: [String: Int64] = [
    "": 1, "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
  ]

  let bytes: Int64

  init?(argument: String) {
    let text = argument.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let digits = parts.first else { return nil }
    let unit = argument.dropFirst(text.count).trimmingPrefix { $0 == " " }.lowercased()
    guard let number = Int64(digits), let factor = Self.units[unit] else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    if isTooLarge { return nil }
    guard parts.count == 2 else {
      self.bytes = bytes
      return
    }
    // Of a unit only: there is no half a byte. Six digits of a terabyte are whole bytes.
    guard (1...6).contains(parts[1].count), factor > 1, var fraction = Int64(parts[1]) else {
      return nil
    }
    for _ in parts[1].count..<6 { fraction *= 10 }
    let more = factor / 1_000_000 * fraction + factor % 1_000_000 * fraction / 1_000_000
    let (sum, isBeyond) = bytes.addingReportingOverflow(more)
    if isBeyond { return nil }
    self.bytes = sum
  }
}
