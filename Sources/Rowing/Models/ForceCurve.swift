// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The forces at the handle during a drive, at equal distances of time.
public struct ForceCurve: Sendable, Hashable, Codable {
  /// Newtons per pound-force.
  public static let newtonsPerPound = 4.448_221_615_260_5

  /// Newtons; finite and not negative.
  public var newtons: [Double]

  /// Creates a curve; values that aren't finite or are negative become 0.
  ///
  /// - Parameter newtons: The forces in newtons.
  public init(newtons: [Double]) {
    self.newtons = newtons.map { $0.isFinite && $0 > 0 ? $0 : 0 }
  }

  /// Creates a curve from pounds-force.
  public init(pounds: [Double]) {
    self.init(newtons: pounds.map { $0 * Self.newtonsPerPound })
  }

  /// The forces in pounds-force.
  public var pounds: [Double] { newtons.map { $0 / Self.newtonsPerPound } }

  /// The stored form: 4 bytes a sample, `Float` in little-endian order.
  public var data: Data {
    var data = Data(capacity: newtons.count * 4)
    for newton in newtons {
      let bits = Float(newton).bitPattern
      for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: bits >> UInt32(shift))) }
    }
    return data
  }

  /// Reads the stored form; nil if its size is no multiple of 4.
  public init?(data: Data) {
    guard data.count.isMultiple(of: 4) else { return nil }
    let bytes = [UInt8](data)
    self.init(
      newtons: stride(from: 0, to: bytes.count, by: 4).map { start in
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
        return Double(Float(bitPattern: bits))
      })
  }
}
