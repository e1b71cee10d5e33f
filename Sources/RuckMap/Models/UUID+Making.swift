// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Words from the system's generator, drawn 512 at a time: a call of the kernel for each identifier
/// would be a tenth of an import.
private let randomWords = Mutex<[UInt64]>([])

extension UUID {
  /// A random identifier (version 4) from the system's generator.
  ///
  /// Foundation's `UUID()` opens `/dev/urandom` anew each time on Linux, which takes as long as all
  /// the rest of storing a position; this asks the kernel without a file.
  static func random() -> UUID {
    let (high, low) = randomWords.withLock { words in
      if words.count < 2 {
        words = [UInt64](repeating: 0, count: 512)
        words.withUnsafeMutableBytes { bytes in
          var generator = SystemRandomNumberGenerator()
          // One call for all: getentropy gives up to 256 bytes, so ask in such pieces.
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

  /// An identifier that follows from what it is for (version 8), by 128 bits of a digest of that.
  init(derivedFrom words: (high: UInt64, low: UInt64)) {
    self.init(words.high, words.low, version: 8)
  }

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
