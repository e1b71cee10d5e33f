// Cairn
// SPDX-License-Identifier: Apache-2.0

import CMalloc
import Foundation

/// The memory of this process.
enum Memory {
  /// Bytes that `malloc` has handed out and not taken back.
  static func allocated() -> Int {
    let info = mallinfo2()
    return Int(info.uordblks + info.hblkhd)
  }

  /// The most bytes that were ever in use, as the kernel counts them.
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
