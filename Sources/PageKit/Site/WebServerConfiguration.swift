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
  /// The file of the pages' settings; nil keeps them in memory.
  package var settingsFile: URL?
  /// The maps of the pages.
  package var maps: PageMaps

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port to listen on; 0 selects any free port.
  ///   - maximumUploadSize: The maximum size of one upload in bytes; 1 GiB by default.
  ///   - timeZone: The time zone of the dates on the pages.
  ///   - uploadDirectory: The folder for uploads during an import.
  ///   - settingsFile: The file of the pages' settings; nil keeps them in memory.
  ///   - maps: The maps of the pages; by default, pages show the plain picture of a track.
  package init(
    host: String = "127.0.0.1", port: Int = 8080, maximumUploadSize: Int = 1 << 30,
    timeZone: TimeZone = .current, uploadDirectory: URL = FileManager.default.temporaryDirectory,
    settingsFile: URL? = nil, maps: PageMaps = .none
  ) {
    self.host = host
    self.port = port
    self.maximumUploadSize = maximumUploadSize
    self.timeZone = timeZone
    self.uploadDirectory = uploadDirectory
    self.settingsFile = settingsFile
    self.maps = maps
  }
}
