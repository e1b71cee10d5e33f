// Cairn
// SPDX-License-Identifier: Apache-2.0

/// What a file says about a track or a route, beside its points.
public struct GPXTrackInfo: Sendable, Hashable {
  /// The name.
  public var name: String?

  /// A comment for the user of the device (`cmt`).
  public var comment: String?

  /// A description for the reader (`desc`).
  public var desc: String?

  /// Where the data comes from (`src`).
  public var source: String?

  /// Pages about it.
  public var links: [GPXLink] = []

  /// The number of the track or route.
  public var number: Int?

  /// The kind of activity, such as `running`, as the file's maker calls it.
  public var type: String?

  /// The identifier that OpenTracks gives to a track (`trackid`).
  public var trackID: String?

  /// Creates information about a track or route.
  public init(name: String? = nil, desc: String? = nil, type: String? = nil) {
    self.name = name
    self.desc = desc
    self.type = type
  }
}
