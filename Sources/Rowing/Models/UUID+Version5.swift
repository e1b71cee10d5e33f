// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

extension UUID {
  /// The identifier of a missing athlete or session: all bits are 0.
  package static let unknown = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// The namespace of this app's derived identifiers.
  package static let rowingNamespace = UUID(
    uuid: (
      0x5B, 0x1C, 0x0E, 0x6A, 0x8D, 0x3F, 0x4E, 0x52, 0x9A, 0x77, 0x21, 0xC4, 0xF0, 0x6B, 0xD8, 0x13
    ))

  /// Creates the identifier of a name in a namespace (version 5 of RFC 9562).
  ///
  /// Two devices derive equal identifiers, so that sync unites objects that both have created.
  package init(namespace: UUID, name: String) {
    var bytes = withUnsafeBytes(of: namespace.uuid) { [UInt8]($0) }
    bytes.append(contentsOf: name.utf8)
    var digest = Array(SHA1.digest(of: bytes).prefix(16))
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    self.init(
      uuid: (
        digest[0], digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7],
        digest[8], digest[9], digest[10], digest[11], digest[12], digest[13], digest[14],
        digest[15]
      ))
  }
}

/// The hash function of version 5 identifiers (FIPS 180-4); not for security.
enum SHA1 {
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message
    padded.reserveCapacity(message.count + 72)
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    var words = [UInt32](repeating: 0, count: 80)
    for start in stride(from: 0, to: padded.count, by: 64) {
      for index in 0..<16 {
        let place = start + index * 4
        words[index] =
          UInt32(padded[place]) << 24 | UInt32(padded[place + 1]) << 16
          | UInt32(padded[place + 2]) << 8 | UInt32(padded[place + 3])
      }
      for index in 16..<80 {
        words[index] = rotated(
          words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
      }
      mix(words, into: &state)
    }
    return (0..<20).map { index in
      UInt8(truncatingIfNeeded: state[index / 4] >> UInt32(24 - index % 4 * 8))
    }
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (function, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = rotated(a, by: 5) &+ function &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, rotated(b, by: 30), a, next)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] = state[index] &+ value }
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
