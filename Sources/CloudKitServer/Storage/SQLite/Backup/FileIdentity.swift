// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport

/// The identity of a file or folder, independent of its path.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Returns nil if no file exists.
  init?(_ url: URL) {
    var status = stat()
    guard stat(url.path(percentEncoded: false), &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of an open file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// The existing folders on a path, including the path itself.
  static func chain(_ url: URL) -> Set<FileIdentity> {
    var identities = Set<FileIdentity>()
    var url = url.standardizedFileURL
    // Resolves symbolic links: the parents are the parents of a link's target.
    while FileIdentity(url) == nil, url.path(percentEncoded: false) != "/" {
      url = url.deletingLastPathComponent()
    }
    url = url.resolvingSymlinksInPath()
    while true {
      if let identity = FileIdentity(url) { identities.insert(identity) }
      if url.path(percentEncoded: false) == "/" { return identities }
      let parent = url.deletingLastPathComponent()
      if parent.path(percentEncoded: false) == url.path(percentEncoded: false) { return identities }
      url = parent
    }
  }
}
