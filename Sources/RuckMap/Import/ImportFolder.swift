// Cairn
// SPDX-License-Identifier: Apache-2.0

import Archives
import Foundation

/// The files of an export: the entries of a zip archive, or of an unpacked folder.
///
/// Paths come from the export and are only compared with the names of entries. A path that leaves the
/// folder finds nothing.
enum ImportFolder {
  case archive(ZipArchive)
  case folder(URL)

  /// A zip archive with its entries by name.
  final class ZipArchive {
    let file: ZipFile
    let byName: [String: ZipFile.Entry]

    init(_ url: URL) throws {
      file = try ZipFile(contentsOf: url)
      byName = Dictionary(file.entries.map { ($0.name, $0) }) { first, _ in first }
    }
  }

  /// Returns a recording by its path.
  ///
  /// - Parameters:
  ///   - path: A path relative to the export, with or without a slash at its start.
  ///   - folder: The folder of the export inside of the archive, such as `apple_health_export/`.
  /// - Returns: The recording; nil if there is no such file.
  func recording(_ path: String, in folder: String = "") -> TrackFile? {
    let parts = path.split(separator: "/").map(String.init)
    guard !parts.isEmpty, !parts.contains("..") else { return nil }
    let relative = parts.joined(separator: "/")
    switch self {
    case .archive(let archive):
      guard let entry = archive.byName[folder + relative] ?? archive.byName[relative] else {
        return nil
      }
      return Self.recording(entry, of: archive)
    case .folder(let url):
      let file = url.appending(path: relative)
      let isFile = (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
      return isFile ? .file(file) : nil
    }
  }

  static func recording(_ entry: ZipFile.Entry, of archive: ZipArchive) -> TrackFile {
    .stream(name: entry.name) {
      let content = try archive.file.open(entry, limit: TrackFile.sizeLimit)
      return { try content.next() }
    }
  }
}
