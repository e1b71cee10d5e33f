// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The outlines of land as rings of longitude and latitude in degrees.
///
/// A ring is continuous: its longitudes have no jump, so a ring at the antimeridian may exceed 180 degrees.
enum Land {
  /// A vertex of a ring.
  struct Vertex: Sendable, Hashable {
    var longitude: Double
    var latitude: Double
  }

  /// The rings, decoded on first use.
  static let rings: [[Vertex]] = LandData.rings.withUTF8Buffer { bytes in
    bytes.split(separator: UInt8(ascii: "\n")).map { decoded($0) }
  }

  private static func decoded(_ line: some Collection<UInt8>) -> [Vertex] {
    var numbers: [Int] = []
    var (value, shift) = (0, 0)
    for byte in line {
      guard let digit = digit(byte) else { continue }
      value |= (digit & 31) << shift
      shift += 5
      guard digit & 32 == 0 else { continue }
      numbers.append(value & 1 == 0 ? value >> 1 : -((value + 1) >> 1))
      (value, shift) = (0, 0)
    }
    var (longitude, latitude) = (0, 0)
    return stride(from: 0, to: numbers.count - 1, by: 2).map { index in
      longitude += numbers[index]
      latitude += numbers[index + 1]
      return Vertex(longitude: Double(longitude) / 100, latitude: Double(latitude) / 100)
    }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
