// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The source of the background of maps.
package enum MapTiles: Sendable {
  /// No tiles: the pages show the plain picture of a track.
  case none
  /// A tile server, from which browsers load tiles.
  case server(TileServer)
  /// A local file, from which this server serves tiles.
  case file(MBTiles)

  /// Creates the source from the arguments of `--tiles` and `--tiles-attribution`.
  ///
  /// - Parameters:
  ///   - argument: The path of an .mbtiles file, or the address of a tile server with `{z}`, `{x}`
  ///     and `{y}`; nil or empty for no tiles.
  ///   - attribution: The text that maps show; nil for the one in the file.
  /// - Throws: ``MapTilesError`` if the source can't be used.
  package init(argument: String?, attribution: String?) throws(MapTilesError) {
    guard let argument, !argument.isEmpty else {
      self = .none
      return
    }
    if argument.contains("://") {
      self = .server(try TileServer(template: argument, attribution: attribution))
    } else {
      self = .file(try MBTiles(path: argument, attribution: attribution))
    }
  }

  /// Creates the source of a setting.
  ///
  /// - Parameter setting: The setting; a path must be absolute.
  /// - Throws: ``MapTilesError`` if the source can't be used.
  package init(_ setting: TileSetting) throws(MapTilesError) {
    if setting.isFile, !setting.source.hasPrefix("/") { throw .relativePath(setting.source) }
    try self.init(
      argument: setting.source,
      attribution: setting.attribution.isEmpty ? nil : setting.attribution)
  }

  /// The origin that images are loaded from, besides this server; nil if there is none.
  package var imageOrigin: String? {
    guard case .server(let server) = self else { return nil }
    return server.origin
  }
}

/// The properties of a tile layer, as a map needs them.
struct TileLayer: Sendable, Equatable {
  /// The address of a tile with `{z}`, `{x}` and `{y}`.
  var template: String
  var attribution: String
  /// The zoom levels that have tiles; other levels scale these tiles.
  var zoom: ClosedRange<Int>
  /// The area that has tiles; nil for the whole earth.
  var bounds: TileBounds?
}

extension MapTiles {
  /// The tile layer; nil without tiles.
  var layer: TileLayer? {
    switch self {
    case .none: nil
    case .server(let server):
      TileLayer(
        template: server.template, attribution: server.attribution, zoom: TileServer.zoom)
    case .file(let file):
      TileLayer(
        template: "/tiles/{z}/{x}/{y}?file=\(file.version)", attribution: file.attribution,
        zoom: file.zoom,
        bounds: file.bounds)
    }
  }
}

/// An area between two parallels and two meridians.
package struct TileBounds: Sendable, Equatable {
  /// Degrees east.
  package let west: Double
  /// Degrees north.
  package let south: Double
  /// Degrees east, above `west`.
  package let east: Double
  /// Degrees north, above `south`.
  package let north: Double

  /// Parses four numbers separated by commas: west, south, east and north; nil for other text.
  init?(_ text: String) {
    let numbers = text.split(separator: ",").map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    guard numbers.count == 4, let west = numbers[0], let south = numbers[1],
      let east = numbers[2], let north = numbers[3], west >= -180, east <= 180, south >= -90,
      north <= 90, west < east, south < north
    else { return nil }
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// The four numbers, separated by commas.
  var text: String { "\(west),\(south),\(east),\(north)" }
}
