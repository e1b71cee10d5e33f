// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A link to a page.
public struct GPXLink: Sendable, Hashable {
  /// The address, as it stands in the file.
  public var href: String

  /// The text to show.
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
