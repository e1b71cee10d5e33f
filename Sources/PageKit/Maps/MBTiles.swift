// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// An MBTiles file with raster tiles: an SQLite database, opened for reading only.
///
/// ```swift
/// let file = try MBTiles(path: "region.mbtiles", attribution: nil)
/// let tile = try await file.tile(zoom: 12, column: 2140, row: 1450)
/// ```
///
/// Source: MBTiles specification 1.3. Rows in the file count from the south (TMS); rows here count
/// from the north.
package struct MBTiles: Sendable {
  /// The size in bytes up to which the file is checked whole when it is opened.
  private static let checkedSize = 128 << 20

  /// The file's name.
  package let name: String
  /// The text that maps show; empty if the file has none.
  package let attribution: String
  /// The zoom levels of the tiles.
  package let zoom: ClosedRange<Int>
  /// A hash of the file's path, size and time, so that browsers don't show tiles of another file.
  let version: String
  /// The area of the tiles; nil if the file doesn't state it.
  package let bounds: TileBounds?
  private let format: TileFormat
  private let database: DatabaseQueue

  /// Opens a file and checks its tables, its format and one tile.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - attribution: The text that maps show; nil for the file's own.
  /// - Throws: ``MapTilesError``.
  package init(path: String, attribution: String?) throws(MapTilesError) {
    name = URL(filePath: path).lastPathComponent
    let attributes = try Self.attributes(of: path, name: name)
    version = EntityTag(Data("\(path) \(attributes)".utf8)).text.filter(\.isHexDigit)
    let contents: Contents
    (database, contents) = try Self.open(path, name: name)
    guard let sample = contents.sample else { throw .empty(name) }
    format = try Self.format(contents.metadata["format"], sample: sample, name: name)
    guard let zoom = Self.zoom(contents) else {
      throw .damaged(name, reason: "its tiles have no valid zoom level")
    }
    self.zoom = zoom
    bounds = contents.metadata["bounds"].flatMap(TileBounds.init)
    self.attribution = PlainText(attribution ?? contents.metadata["attribution"] ?? "").text
  }

  /// Reads a tile; nil if the file doesn't contain it.
  ///
  /// - Parameters:
  ///   - zoom: The zoom level.
  ///   - column: The column, from the antimeridian to the east.
  ///   - row: The row, from the north.
  /// - Returns: The tile.
  /// - Throws: ``MapTilesError`` if the file can't be read.
  package func tile(zoom: Int, column: Int, row: Int) async throws(MapTilesError) -> MapTile? {
    guard (0...30).contains(zoom) else { return nil }
    let size = 1 << zoom
    guard (0..<size).contains(column), (0..<size).contains(row) else { return nil }
    let data: Data?
    do {
      data = try await database.read { db in
        try Data.fetchOne(
          db,
          sql: """
            SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?
            """,
          arguments: [zoom, column, size - 1 - row])
      }
    } catch {
      throw MapTilesError(error, name: name)
    }
    guard let data, !data.isEmpty else { return nil }
    return MapTile(data: data, format: TileFormat(of: data) ?? format)
  }

  /// The parts of a file that opening checks.
  private struct Contents {
    var metadata: [String: String]
    /// The image of any tile.
    var sample: Data?
    var lowestZoom: Int?
    var highestZoom: Int?
  }

  /// The size and the time of a regular file.
  private static func attributes(of path: String, name: String) throws(MapTilesError) -> String {
    let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: target) else { throw .missing(name) }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: target)
      let date = attributes[.modificationDate] as? Date
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw MapTilesError.notTiles(name, reason: "it is not a regular file")
      }
      return "\(attributes[.size] ?? 0) \(date?.timeIntervalSince1970 ?? 0)"
    } catch {
      throw MapTilesError(error, name: name)
    }
  }

  private static func open(
    _ path: String, name: String
  ) throws(MapTilesError) -> (DatabaseQueue, Contents) {
    do {
      var configuration = Configuration()
      configuration.label = "cairn.tiles"
      configuration.readonly = true
      let database = try DatabaseQueue(path: path, configuration: configuration)
      return (database, try database.read { try contents($0, path: path, name: name) })
    } catch {
      throw MapTilesError(error, name: name)
    }
  }

  private static func contents(_ db: Database, path: String, name: String) throws -> Contents {
    var metadata: [String: String] = [:]
    for row in try Row.fetchAll(db, sql: "SELECT name, value FROM metadata") {
      guard let key = String.fromDatabaseValue(row[0] as DatabaseValue) else { continue }
      metadata[key] = String.fromDatabaseValue(row[1] as DatabaseValue)
    }
    let sample = try Data.fetchOne(
      db,
      sql: """
        SELECT tile_data FROM tiles
        WHERE zoom_level >= 0 AND tile_column >= 0 AND tile_row >= 0 LIMIT 1
        """)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    if let size = attributes[.size] as? Int, size <= checkedSize,
      let problem = try String.fetchOne(db, sql: "PRAGMA quick_check(1)"), problem != "ok"
    {
      throw MapTilesError.damaged(name, reason: problem)
    }
    return Contents(
      metadata: metadata, sample: sample,
      lowestZoom: try Int.fetchOne(db, sql: "SELECT MIN(zoom_level) FROM tiles"),
      highestZoom: try Int.fetchOne(db, sql: "SELECT MAX(zoom_level) FROM tiles"))
  }

  /// The format by the file's metadata, or else by a tile.
  private static func format(
    _ named: String?, sample: Data, name: String
  ) throws(MapTilesError) -> TileFormat {
    // Vector tiles are compressed with gzip in most files.
    if sample.starts(with: [0x1f, 0x8b]) { throw .vector(name) }
    guard let named else {
      guard let format = TileFormat(of: sample) else {
        throw .unknownFormat(name, format: "unknown")
      }
      return format
    }
    if ["pbf", "mvt"].contains(named.lowercased()) { throw .vector(name) }
    guard let format = TileFormat(named: named) else {
      throw .unknownFormat(name, format: named)
    }
    guard TileFormat(of: sample) != nil else {
      throw .damaged(name, reason: "a tile is not a \(format.rawValue) image")
    }
    return format
  }

  /// The zoom levels by the tiles, which metadata of edited files often contradict.
  private static func zoom(_ contents: Contents) -> ClosedRange<Int>? {
    guard let lowest = contents.lowestZoom, let highest = contents.highestZoom, lowest >= 0,
      highest <= 30
    else { return nil }
    return lowest...highest
  }
}

extension MapTilesError {
  /// Converts an error of SQLite or the file system.
  fileprivate init(_ error: any Error, name: String) {
    if let error = error as? MapTilesError {
      self = error
      return
    }
    guard let error = error as? DatabaseError else {
      self = .unreadable(name, reason: error.localizedDescription)
      return
    }
    let reason = error.message ?? "SQLite \(error.extendedResultCode.rawValue)"
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .notTiles(name, reason: "it is not an SQLite database")
    case .SQLITE_CORRUPT: self = .damaged(name, reason: reason)
    // The tables or columns are missing.
    case .SQLITE_ERROR: self = .notTiles(name, reason: reason)
    default: self = .unreadable(name, reason: reason)
    }
  }
}
