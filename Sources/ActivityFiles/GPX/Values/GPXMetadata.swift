// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a file says about itself.
public struct GPXMetadata: Sendable, Hashable {
  /// The name of the file's content.
  public var name: String?

  /// A description.
  public var desc: String?

  /// Who made the file.
  public var author: GPXPerson?

  /// Who holds the rights in it.
  public var copyright: GPXCopyright?

  /// Pages about it.
  public var links: [GPXLink] = []

  /// When the file was made, which need not be when the activity was.
  public var time: Date?

  /// Words to search for.
  public var keywords: String?

  /// The area that the file says it covers.
  public var bounds: GPXBounds?

  /// Creates metadata.
  public init(name: String? = nil, desc: String? = nil, time: Date? = nil) {
    self.name = name
    self.desc = desc
    self.time = time
  }
}
