// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A pool of random words, filled 512 at a time: one system call for each identifier would take a
/// tenth of an import.
private let randomWords = Mutex<[UInt64]>([])

extension UUID {
  /// Creates a random identifier (version 4) with the system's generator.
  ///
  /// On Linux, Foundation's `UUID()` opens `/dev/urandom` each time, which takes as long as all
  /// other work to store a position. This function calls `getentropy` instead.
  static func random() -> UUID {
    let (high, low) = randomWords.withLock { words in
      if words.count < 2 {
        words = [UInt64](repeating: 0, count: 512)
        words.withUnsafeMutableBytes { bytes in
          var generator = SystemRandomNumberGenerator()
          // getentropy returns at most 256 bytes at a time.
          for start in stride(from: 0, to: bytes.count, by: 256) {
            let piece = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + 256])
            if getentropy(piece.baseAddress, 256) != 0 {
              for index in piece.indices {
                piece[index] = UInt8.random(in: .min ... .max, using: &generator)
              }
            }
          }
        }
      }
      return (words.removeLast(), words.removeLast())
    }
    return UUID(high, low, version: 4)
  }

  /// Creates an identifier (version 8) from 128 bits of a digest.
  init(derivedFrom words: (high: UInt64, low: UInt64)) {
    self.init(words.high, words.low, version: 8)
  }

  /// Whether the identifier is derived from other values (version 8), and not random.
  var isDerived: Bool { uuid.6 >> 4 == 8 }

  private init(_ high: UInt64, _ low: UInt64, version: UInt8) {
    func byte(_ word: UInt64, _ index: Int) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (8 * UInt64(index)))
    }
    self.init(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5),
        byte(high, 6) & 0x0F | version << 4, byte(high, 7), byte(low, 0) & 0x3F | 0x80,
        byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6),
        byte(low, 7)
      ))
  }
}
