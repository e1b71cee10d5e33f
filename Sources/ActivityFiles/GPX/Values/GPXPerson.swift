// Cairn
// SPDX-License-Identifier: Apache-2.0

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
