// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A reason why the tiles of the maps can't be used, with its remedy.
package enum MapTilesError: Error, LocalizedError, Equatable {
  /// The path of the setting is not absolute.
  case relativePath(String)
  /// The file doesn't exist.
  case missing(String)
  /// The system or SQLite can't open the file.
  case unreadable(String, reason: String)
  /// The file is not an MBTiles database.
  case notTiles(String, reason: String)
  /// The file has no tiles.
  case empty(String)
  /// The file has vector tiles.
  case vector(String)
  /// The file has tiles of a format that browsers don't show.
  case unknownFormat(String, format: String)
  /// The database is damaged.
  case damaged(String, reason: String)
  /// The address of the tile server can't be used.
  case badServer(String, reason: String)
  /// A tile server is given without its attribution.
  case attributionMissing(String)

  /// The failure, its cause and the remedy.
  package var errorDescription: String? {
    switch self {
    case .relativePath(let path):
      "\(path) is neither an address nor an absolute path. Enter the whole path of an .mbtiles file, "
        + "which begins with /, or an address such as https://tiles.example.org/{z}/{x}/{y}.png."
    case .missing(let file):
      "The tile file \(file) doesn't exist. Check the path of the .mbtiles file."
    case .unreadable(let file, let reason):
      "The tile file \(file) can't be opened: \(reason). Check its permissions, and those of "
        + "its folder."
    case .notTiles(let file, let reason):
      "\(file) is not an MBTiles file: \(reason). Choose an .mbtiles file with raster tiles."
    case .empty(let file):
      "The tile file \(file) has no tiles. Choose another file."
    case .vector(let file):
      "The tile file \(file) has vector tiles (pbf), which the pages can't show. Choose a file with "
        + "raster tiles: png, jpg or webp."
    case .unknownFormat(let file, let format):
      "The tile file \(file) has tiles of the format \(format), which the pages can't show. Choose "
        + "a file with raster tiles: png, jpg or webp."
    case .damaged(let file, let reason):
      "The tile file \(file) is damaged: \(reason). Copy or download it again."
    case .badServer(let address, let reason):
      "The tile server \(address) can't be used: \(reason). Enter an address such as "
        + "https://tiles.example.org/{z}/{x}/{y}.png."
    case .attributionMissing(let address):
      "The tile server \(address) needs an attribution, which maps must show. Enter the text that "
        + "its provider requires, such as “© OpenStreetMap contributors”."
    }
  }
}
