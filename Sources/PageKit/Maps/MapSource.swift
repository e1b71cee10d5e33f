// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The maps of the pages: those of the command's option, or else those of the settings.
///
/// A tile file is opened once for a setting. If it can't be opened, pages show plain tracks.
package final class MapSource: Sendable {
  private struct Opened {
    var setting = TileSetting()
    var maps: PageMaps
    var problem: MapTilesError?
  }

  /// The files of Leaflet; nil if they are not installed.
  let leaflet: LeafletFiles?
  private let fixed: PageMaps?
  private let opened: Mutex<Opened>

  /// Creates the source of maps.
  ///
  /// - Parameters:
  ///   - option: The tiles of the command's option, which override the settings; nil without it.
  ///   - leaflet: The files of Leaflet; nil if they are not installed.
  package init(option: MapTiles? = nil, leaflet: LeafletFiles? = nil) {
    self.leaflet = leaflet
    fixed = option.map { PageMaps(tiles: $0, leaflet: leaflet) }
    opened = Mutex(Opened(maps: PageMaps(tiles: .none, leaflet: leaflet)))
  }

  /// Whether the command's option overrides the settings.
  package var isFixed: Bool { fixed != nil }

  /// The maps for a setting.
  package func maps(for setting: TileSetting) -> PageMaps {
    fixed ?? open(setting, again: false).maps
  }

  /// The reason why the tiles of a setting can't be used; nil if they can.
  package func problem(of setting: TileSetting) -> MapTilesError? {
    open(setting, again: false).problem
  }

  /// Opens the tiles of a setting again.
  ///
  /// - Parameter setting: A setting to be saved.
  /// - Throws: ``MapTilesError`` if the tiles can't be used.
  package func check(_ setting: TileSetting) throws(MapTilesError) {
    if let problem = open(setting, again: true).problem { throw problem }
  }

  private func open(_ setting: TileSetting, again: Bool) -> Opened {
    opened.withLock { state in
      if state.setting == setting, !again { return state }
      do throws(MapTilesError) {
        state = Opened(
          setting: setting, maps: PageMaps(tiles: try MapTiles(setting), leaflet: leaflet))
      } catch {
        state = Opened(
          setting: setting, maps: PageMaps(tiles: .none, leaflet: leaflet), problem: error)
      }
      return state
    }
  }
}
