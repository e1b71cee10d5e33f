// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import NIOCore

/// The files of Leaflet, the library that draws maps, from Debian's package `libjs-leaflet`.
///
/// They are read once; after an upgrade of the package, the next start serves the new version.
package struct LeafletFiles: Sendable {
  /// The folder of Debian's package.
  package static let folder = URL(
    filePath: "/usr/share/javascript/leaflet", directoryHint: .isDirectory)

  struct File: Sendable {
    var body: ByteBuffer
    var tag: EntityTag
    var mediaType: String
  }

  private let files: [String: File]

  /// Reads the files; nil if the script or the stylesheet is missing.
  package init?(folder: URL = Self.folder) {
    var files: [String: File] = [:]
    for (name, source, mediaType) in Self.sources where files[name] == nil {
      guard let data = try? Data(contentsOf: folder.appending(path: source)) else { continue }
      files[name] = File(
        body: ByteBuffer(bytes: data), tag: EntityTag(data), mediaType: mediaType)
    }
    guard files[Self.script] != nil, files[Self.stylesheet] != nil else { return nil }
    self.files = files
  }

  /// The file of a name below /assets/leaflet/; nil for any other name.
  func file(named name: String) -> File? { files[name] }

  private static let script = "leaflet.js"
  private static let stylesheet = "leaflet.css"

  /// Names below /assets/leaflet/, with their files in the folder; the first file that exists is
  /// served.
  private static let sources: [(name: String, source: String, mediaType: String)] =
    [
      (script, "leaflet.min.js", "text/javascript; charset=utf-8"),
      (script, "leaflet.js", "text/javascript; charset=utf-8"),
      (stylesheet, "leaflet.css", "text/css; charset=utf-8"),
    ]
    + ["layers", "layers-2x", "marker-icon", "marker-icon-2x", "marker-shadow"].map {
      ("images/\($0).png", "images/\($0).png", "image/png")
    }
}
