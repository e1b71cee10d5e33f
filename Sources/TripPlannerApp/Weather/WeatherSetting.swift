// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import PrivateFiles
import Synchronization
import TripPlanner
import Weather

/// The address of the weather service, in a private file beside the store.
///
/// The setting has a file of its own, so that a damaged or deleted cache of forecasts leaves the weather on.
package final class WeatherSetting: Sendable {
  /// An error for a file that has no setting.
  package struct Damaged: Error, LocalizedError, Equatable {
    /// The path of the file.
    package let path: String

    package var errorDescription: String? {
      "\(path) is damaged, and the weather is off: set the service again with cairn trip weather "
        + "--service \(OpenMeteo.publicService), or in the settings"
    }
  }

  private struct Content: Codable {
    var service: String?
  }

  /// The name of the file.
  package static let fileName = "tripplanner-weather-service.json"

  private let file: PrivateFile?
  private let memory = Mutex<String?>(nil)

  /// Creates the setting of a data folder; without one, it is only in memory.
  package init(folder: URL?) {
    file = folder.map { PrivateFile($0.appending(path: Self.fileName)) }
  }

  /// Returns the address of the service; nil if the weather is off.
  ///
  /// The file is read each time, since the command may have changed it.
  ///
  /// - Throws: ``Damaged``, or `PrivateFile.Failure` if the file can't be read.
  package func service() throws -> String? {
    guard let file else { return memory.withLock { $0 } }
    guard let data = try file.read() else { return nil }
    guard let content = try? JSONDecoder().decode(Content.self, from: data) else {
      throw Damaged(path: file.url.path(percentEncoded: false))
    }
    guard let text = content.service else { return nil }
    guard let service = OpenMeteo.service(text) else {
      throw Damaged(path: file.url.path(percentEncoded: false))
    }
    return service
  }

  /// Replaces the setting, a damaged one included; nil turns the weather off.
  ///
  /// - Throws: `PrivateFile.Failure` if the file can't be written.
  package func set(_ service: String?) throws {
    guard let file else { return memory.withLock { $0 = service } }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try file.createFolder()
    try file.write(try encoder.encode(Content(service: service)))
  }
}
