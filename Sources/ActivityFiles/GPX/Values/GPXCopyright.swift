// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Who holds the rights in a file.
public struct GPXCopyright: Sendable, Hashable {
  /// The holder of the rights.
  public var author: String

  /// The year, as it stands in the file.
  public var year: String?

  /// Where the licence can be read.
  public var license: String?

  /// Creates a copyright.
  public init(author: String, year: String? = nil, license: String? = nil) {
    self.author = author
    self.year = year
    self.license = license
  }
}
