// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The memory of this process, as the kernel counts it.
enum Memory {
  /// Bytes in use now.
  static func resident() throws -> Int { try field("VmRSS") }

  /// The most bytes that were ever in use.
  static func peak() throws -> Int { try field("VmHWM") }

  private static func field(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    for line in status.split(separator: "\n") where line.hasPrefix(name + ":") {
      let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
      if let number { return number * 1024 }
    }
    throw WrongResult(description: "/proc/self/status has no \(name)")
  }
}
