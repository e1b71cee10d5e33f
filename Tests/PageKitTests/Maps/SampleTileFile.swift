// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// A generated MBTiles file.
struct SampleTileFile {
  static let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  static let jpeg = Data([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
  /// The first bytes of a compressed vector tile.
  static let gzip = Data([0x1f, 0x8b, 0x08, 0, 1, 2, 3])

  /// An image in WebP's container whose bytes are ASCII.
  static func webp(_ text: String) -> Data { Data("RIFF0000WEBPVP8 \(text)".utf8) }

  struct Tile {
    var zoom: Int
    var column: Int
    /// The row from the south, as in the file.
    var row: Int
    var data: Data
  }

  var metadata: [String: String] = [
    "name": "Region", "format": "webp", "minzoom": "1", "maxzoom": "2",
    "bounds": "14.0,45.5,15.0,46.5",
    "attribution": #"<a href="https://example.org">&copy; Example</a> &amp; others"#,
  ]
  var tiles = [
    Tile(zoom: 1, column: 0, row: 0, data: webp("south-west")),
    Tile(zoom: 1, column: 0, row: 1, data: webp("north-west")),
    Tile(zoom: 2, column: 3, row: 2, data: webp("east")),
  ]
  /// The statements that create the tables.
  var schema = """
    CREATE TABLE metadata (name TEXT, value TEXT);
    CREATE TABLE tiles (
      zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);
    CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);
    """

  /// Writes the file into a new folder, and removes the folder after the body.
  func use<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-tiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "region.mbtiles")
    try write(to: url)
    return try await body(url)
  }

  private func write(to url: URL) throws {
    let database = try DatabaseQueue(path: url.path)
    try database.write { db in
      try db.execute(sql: schema)
      for (name, value) in metadata {
        try db.execute(sql: "INSERT INTO metadata VALUES (?, ?)", arguments: [name, value])
      }
      for tile in tiles {
        try db.execute(
          sql: "INSERT INTO tiles VALUES (?, ?, ?, ?)",
          arguments: [tile.zoom, tile.column, tile.row, tile.data])
      }
    }
    try database.close()
  }
}
