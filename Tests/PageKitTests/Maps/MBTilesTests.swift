// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Testing

/// MBTiles files: their tiles, metadata, and the errors of files that can't be used.
struct MBTilesTests {
  /// The error of opening a file.
  private func error(_ url: URL) -> MapTilesError? {
    do throws(MapTilesError) {
      _ = try MBTiles(path: url.path, attribution: nil)
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `rows count from the north although the file counts from the south`() async throws {
    try await SampleTileFile().use { url in
      let file = try MBTiles(path: url.path, attribution: nil)
      let north = try await file.tile(zoom: 1, column: 0, row: 0)
      #expect(north?.data == SampleTileFile.webp("north-west"))
      #expect(north?.format == .webp)
      let south = try await file.tile(zoom: 1, column: 0, row: 1)
      #expect(south?.data == SampleTileFile.webp("south-west"))
      let east = try await file.tile(zoom: 2, column: 3, row: 1)
      #expect(east?.data == SampleTileFile.webp("east"))
    }
  }

  @Test
  func `the metadata give name, zoom, bounds and attribution as plain text`() async throws {
    try await SampleTileFile().use { url in
      let file = try MBTiles(path: url.path, attribution: nil)
      #expect(file.name == "region.mbtiles")
      #expect(file.zoom == 1...2)
      #expect(file.attribution == "© Example & others")
      let bounds = try #require(file.bounds)
      #expect((bounds.west, bounds.south) == (14, 45.5))
      #expect((bounds.east, bounds.north) == (15, 46.5))
      #expect(try MBTiles(path: url.path, attribution: "By me").attribution == "By me")
    }
  }

  @Test(arguments: [
    (1, 1, 0), (3, 0, 0), (1, 2, 0), (1, 0, 2), (1, -1, 0), (1, 0, -1), (-1, 0, 0), (31, 0, 0),
    (Int.max, 0, 0), (30, Int.max, Int.max),
  ])
  func `a tile outside of the file is nil`(zoom: Int, column: Int, row: Int) async throws {
    try await SampleTileFile().use { url in
      let file = try MBTiles(path: url.path, attribution: nil)
      #expect(try await file.tile(zoom: zoom, column: column, row: row) == nil)
    }
  }

  @Test
  func `an empty tile is nil`() async throws {
    var sample = SampleTileFile()
    sample.tiles.append(.init(zoom: 1, column: 1, row: 1, data: Data()))
    try await sample.use { url in
      let file = try MBTiles(path: url.path, attribution: nil)
      #expect(try await file.tile(zoom: 1, column: 1, row: 0) == nil)
    }
  }

  @Test
  func `each tile has the format of its own bytes`() async throws {
    var sample = SampleTileFile()
    sample.metadata["format"] = "png"
    sample.tiles = [
      .init(zoom: 1, column: 0, row: 0, data: SampleTileFile.png),
      .init(zoom: 1, column: 1, row: 0, data: SampleTileFile.jpeg),
    ]
    try await sample.use { url in
      let file = try MBTiles(path: url.path, attribution: nil)
      #expect(try await file.tile(zoom: 1, column: 0, row: 1)?.format == .png)
      #expect(try await file.tile(zoom: 1, column: 1, row: 1)?.format == .jpeg)
    }
  }

  @Test
  func `a file without metadata takes format and zoom from its tiles`() async throws {
    var sample = SampleTileFile()
    sample.metadata = ["bounds": "200,0,10,5"]
    try await sample.use { url in
      let file = try MBTiles(path: url.path, attribution: nil)
      #expect(file.zoom == 1...2)
      #expect(file.bounds == nil)
      #expect(file.attribution == "")
      #expect(try await file.tile(zoom: 1, column: 0, row: 0)?.format == .webp)
    }
  }

  @Test
  func `tiles may be a view of other tables`() async throws {
    var sample = SampleTileFile()
    sample.tiles = []
    sample.schema = """
      CREATE TABLE metadata (name TEXT, value TEXT);
      CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
      CREATE TABLE images (tile_data BLOB, tile_id TEXT);
      INSERT INTO map VALUES (1, 0, 1, 'sea');
      INSERT INTO images VALUES (CAST('RIFF0000WEBPsea' AS BLOB), 'sea');
      CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data
        FROM map JOIN images USING (tile_id);
      """
    try await sample.use { url in
      let file = try MBTiles(path: url.path, attribution: nil)
      let tile = try await file.tile(zoom: 1, column: 0, row: 0)
      #expect(tile?.data == Data("RIFF0000WEBPsea".utf8))
    }
  }

  @Test
  func `reading changes neither the file nor its folder`() async throws {
    try await SampleTileFile().use { url in
      let before = try Data(contentsOf: url)
      let file = try MBTiles(path: url.path, attribution: nil)
      _ = try await file.tile(zoom: 1, column: 0, row: 0)
      #expect(try Data(contentsOf: url) == before)
      let folder = url.deletingLastPathComponent()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == [url.lastPathComponent])
    }
  }

  @Test
  func `vector tiles are rejected by name or by their bytes`() async throws {
    var named = SampleTileFile()
    named.metadata["format"] = "pbf"
    try await named.use { #expect(error($0) == .vector("region.mbtiles")) }
    var compressed = SampleTileFile()
    compressed.tiles = [.init(zoom: 0, column: 0, row: 0, data: SampleTileFile.gzip)]
    try await compressed.use { #expect(error($0) == .vector("region.mbtiles")) }
    let message = try #require(MapTilesError.vector("region.mbtiles").errorDescription)
    #expect(message.contains("vector tiles (pbf)") && message.contains("png, jpg or webp"))
  }

  @Test
  func `a file with an unknown format or without tiles is rejected`() async throws {
    var tiff = SampleTileFile()
    tiff.metadata["format"] = "tiff"
    try await tiff.use {
      #expect(error($0) == .unknownFormat("region.mbtiles", format: "tiff"))
    }
    var empty = SampleTileFile()
    empty.tiles = []
    try await empty.use { #expect(error($0) == .empty("region.mbtiles")) }
  }

  @Test
  func `a file that is missing, or is no tile database, is rejected`() async throws {
    try await SampleTileFile().use { url in
      let folder = url.deletingLastPathComponent()
      #expect(error(folder.appending(path: "none.mbtiles")) == .missing("none.mbtiles"))
      let text = folder.appending(path: "text.mbtiles")
      try Data(String(repeating: "not a database ", count: 99).utf8).write(to: text)
      #expect(
        error(text) == .notTiles("text.mbtiles", reason: "it is not an SQLite database"))
      let nothing = folder.appending(path: "nothing.mbtiles")
      try Data().write(to: nothing)
      #expect(
        error(nothing) == .notTiles("nothing.mbtiles", reason: "no such table: metadata"))
      guard case .notTiles(_, reason: "it is not a regular file") = error(folder) else {
        Issue.record("a folder is accepted")
        return
      }
    }
  }

  @Test
  func `a damaged file is rejected when it is opened`() async throws {
    var sample = SampleTileFile()
    let noise = Data((0..<4000).map { UInt8(truncatingIfNeeded: $0) })
    sample.tiles = (0..<200).map {
      .init(zoom: 8, column: $0, row: 0, data: SampleTileFile.png + noise)
    }
    sample.metadata["format"] = "png"
    try await sample.use { url in
      let whole = try Data(contentsOf: url)
      func isDamaged(_ data: Data) throws -> Bool {
        try data.write(to: url)
        guard case .damaged("region.mbtiles", _) = error(url) else { return false }
        return true
      }
      #expect(try !isDamaged(whole))
      #expect(try isDamaged(whole.prefix(whole.count / 2)))
      var overwritten = whole
      overwritten.replaceSubrange(8192..<40960, with: Data(repeating: 0xa5, count: 32768))
      #expect(try isDamaged(overwritten))
    }
    var lying = SampleTileFile()
    lying.tiles = [.init(zoom: 0, column: 0, row: 0, data: Data("<html>".utf8))]
    try await lying.use {
      #expect(
        error($0) == .damaged("region.mbtiles", reason: "a tile is not a webp image"))
    }
  }
}
