// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A number of bytes as people write it: 1000000, 500MB, 2GB, 512MiB.
struct ByteCount: ExpressibleByArgument {
  private static let units: [String: Int64] = [
    "": 1, "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
  ]

  let bytes: Int64

  init?(argument: String) {
    let digits = argument.prefix { $0.isASCII && $0.isNumber }
    let unit = argument.dropFirst(digits.count).trimmingPrefix { $0 == " " }.lowercased()
    guard let number = Int64(digits), let factor = Self.units[unit] else { return nil }
    let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: factor)
    if isTooLarge { return nil }
    self.bytes = bytes
  }
}
