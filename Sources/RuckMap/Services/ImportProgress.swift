// Cairn
// SPDX-License-Identifier: Apache-2.0

/// How far an import has come.
public struct ImportProgress: Sendable, Hashable {
  /// The file that is being read.
  public var file: String
  /// Its place among the files, from 0.
  public var index: Int
  /// The number of files.
  public var total: Int
  /// The points of the file that have been read.
  public var points: Int

  /// Progress by its parts.
  public init(file: String, index: Int, total: Int, points: Int) {
    self.file = file
    self.index = index
    self.total = total
    self.points = points
  }
}
