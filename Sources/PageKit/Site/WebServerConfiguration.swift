// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The page server's address and limits.
package struct WebServerConfiguration: Sendable {
  /// The address to listen on: `127.0.0.1`, `localhost` or `::1`, since there is no sign-in.
  package var host: String
  /// The port to listen on; 0 selects any free port.
  package var port: Int
  /// The maximum size of one upload in bytes, all its files together.
  package var maximumUploadSize: Int
  /// The time zone of the dates on the pages.
  package var timeZone: TimeZone
  /// The folder for uploads during an import; each gets a subfolder that is removed afterwards.
  package var uploadDirectory: URL
  /// The settings of the pages, which all servers of a process share.
  package var settings: SettingsStore
  /// The maps of the pages, for the settings.
  package var maps: MapSource

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port to listen on; 0 selects any free port.
  ///   - maximumUploadSize: The maximum size of one upload in bytes; 1 GiB by default.
  ///   - timeZone: The time zone of the dates on the pages.
  ///   - uploadDirectory: The folder for uploads during an import.
  ///   - settings: The settings of the pages; by default, they are in memory.
  ///   - maps: The maps of the pages; by default, pages show the plain picture of a track.
  package init(
    host: String = "127.0.0.1", port: Int = 8080, maximumUploadSize: Int = 1 << 30,
    timeZone: TimeZone = .current, uploadDirectory: URL = FileManager.default.temporaryDirectory,
    settings: SettingsStore = SettingsStore(), maps: MapSource = MapSource()
  ) {
    self.host = host
    self.port = port
    self.maximumUploadSize = maximumUploadSize
    self.timeZone = timeZone
    self.uploadDirectory = uploadDirectory
    self.settings = settings
    self.maps = maps
  }
}
