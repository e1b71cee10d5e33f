// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UUID {
  /// A random identifier (version 4) from the system's generator.
  ///
  /// Foundation's `UUID()` opens `/dev/urandom` anew each time on Linux, which takes as long as all
  /// the rest of storing a position; this asks the kernel without a file.
  static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next()
    let low = generator.next()
    func byte(_ word: UInt64, _ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (8 * UInt64(index)))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6) & 0x0F | 0x40, byte(high, 7), byte(low, 0) & 0x3F | 0x80, byte(low, 1),
        byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}
