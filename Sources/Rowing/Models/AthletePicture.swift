// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The rules of athletes' pictures, in formats that browsers show and that run no script.
package enum AthletePicture {
  /// The maximum size of a picture in bytes.
  package static let largest = 1 << 20

  /// Returns the media type of a picture by its first bytes; nil for another kind of file.
  package static func mediaType(of data: Data) -> String? {
    let start = [UInt8](data.prefix(12))
    if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if start.starts(with: Array("GIF8".utf8)) { return "image/gif" }
    if start.count == 12, start.starts(with: Array("RIFF".utf8)), start[8...] == [87, 69, 66, 80] {
      return "image/webp"
    }
    return nil
  }

  /// Throws unless a picture can be stored.
  ///
  /// - Throws: ``RowingLibraryError/invalidValue(_:value:allowed:)``.
  static func check(_ data: Data) throws(RowingLibraryError) {
    let allowed = "a JPEG, PNG, GIF or WebP file of at most 1 MB"
    guard data.count <= largest else {
      throw .invalidValue("A picture", value: "\(data.count) bytes large", allowed: allowed)
    }
    guard mediaType(of: data) != nil else {
      throw .invalidValue("A picture", value: "another kind of file", allowed: allowed)
    }
  }
}
