// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// An image format of tiles that browsers show.
package enum TileFormat: String, Sendable, CaseIterable {
  case png
  case jpeg = "jpg"
  case webp

  /// The format by its name in the metadata of a file.
  init?(named name: String) {
    switch name.lowercased().replacing("image/", with: "") {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    default: return nil
    }
  }

  /// The format of an image, by its first bytes.
  init?(of image: Data) {
    if image.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      self = .png
    } else if image.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if image.starts(with: Data("RIFF".utf8)),
      image.dropFirst(8).starts(with: Data("WEBP".utf8))
    {
      self = .webp
    } else {
      return nil
    }
  }

  var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    }
  }
}

/// A tile of a file.
package struct MapTile: Sendable, Equatable {
  /// The image.
  package let data: Data
  package let format: TileFormat
}
