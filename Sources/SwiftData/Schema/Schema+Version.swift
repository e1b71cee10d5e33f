// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Schema {
  /// A version of a schema: major, minor and patch number.
  public struct Version: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
    /// The first number: raised when old programs can't read the store.
    public let major: Int
    /// The second number.
    public let minor: Int
    /// The third number.
    public let patch: Int

    /// The version `major.minor.patch`.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
      self.major = major
      self.minor = minor
      self.patch = patch
    }

    /// The three numbers with points between them.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Orders by major, then minor, then patch number.
    public static func < (lhs: Version, rhs: Version) -> Bool {
      (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
    }
  }
}
