// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The metadata of a file.
///
/// ```swift
/// var metadata = GPXMetadata(name: "Lake Cerknica", time: Date())
/// metadata.author = GPXPerson(name: "Sam", email: "sam@example.org")
/// metadata.copyright = GPXCopyright(author: "Sam", year: "2010")
/// metadata.links = [GPXLink(href: "https://example.org/hikes")]
/// ```
public struct GPXMetadata: Sendable, Hashable {
  /// The name of the file's content.
  public var name: String?

  /// A description.
  public var desc: String?

  /// The file's author.
  public var author: GPXPerson?

  /// The file's copyright.
  public var copyright: GPXCopyright?

  /// Links to related pages.
  public var links: [GPXLink] = []

  /// The creation time of the file, which can differ from the time of the activity.
  public var time: Date?

  /// Search keywords.
  public var keywords: String?

  /// The declared area.
  public var bounds: GPXBounds?

  /// Creates metadata.
  public init(name: String? = nil, desc: String? = nil, time: Date? = nil) {
    self.name = name
    self.desc = desc
    self.time = time
  }
}

/// The author of a file.
public struct GPXPerson: Sendable, Hashable {
  /// The author's name.
  public var name: String?

  /// The author's e-mail address.
  public var email: String?

  /// The author's page.
  public var link: GPXLink?

  /// Creates an author.
  public init(name: String? = nil, email: String? = nil, link: GPXLink? = nil) {
    self.name = name
    self.email = email
    self.link = link
  }
}

/// The copyright of a file.
public struct GPXCopyright: Sendable, Hashable {
  /// The copyright holder.
  public var author: String

  /// The year, as written in the file.
  public var year: String?

  /// The URL of the licence.
  public var license: String?

  /// Creates a copyright.
  public init(author: String, year: String? = nil, license: String? = nil) {
    self.author = author
    self.year = year
    self.license = license
  }
}

/// A link to a page.
public struct GPXLink: Sendable, Hashable {
  /// The URL, as written in the file.
  public var href: String

  /// The displayed text.
  public var text: String?

  /// The media type of the page.
  public var type: String?

  /// Creates a link.
  public init(href: String, text: String? = nil, type: String? = nil) {
    self.href = href
    self.text = text
    self.type = type
  }
}

/// The area that a file declares to cover, in degrees.
public struct GPXBounds: Sendable, Hashable {
  /// The southern edge.
  public var minLatitude: Double

  /// The western edge.
  public var minLongitude: Double

  /// The northern edge.
  public var maxLatitude: Double

  /// The eastern edge.
  public var maxLongitude: Double

  /// Creates an area.
  public init(
    minLatitude: Double, minLongitude: Double, maxLatitude: Double, maxLongitude: Double
  ) {
    self.minLatitude = minLatitude
    self.minLongitude = minLongitude
    self.maxLatitude = maxLatitude
    self.maxLongitude = maxLongitude
  }
}
