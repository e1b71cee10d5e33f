// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import PrivateFiles
import Synchronization

/// The pages' settings in a JSON file.
package final class SettingsStore: Sendable {
  private let file: URL?
  private let state: Mutex<PageSettings>

  /// Reads the settings; a file that is missing or damaged yields the defaults.
  ///
  /// - Parameter file: The file; nil keeps the settings in memory.
  package init(file: URL? = nil) {
    self.file = file
    let data = file.flatMap { try? Data(contentsOf: $0) }
    let settings = data.flatMap { try? JSONDecoder().decode(PageSettings.self, from: $0) }
    state = Mutex(settings ?? PageSettings())
  }

  /// The present settings.
  package var current: PageSettings { state.withLock { $0 } }

  /// Changes the settings and writes the file, readable only by its owner.
  ///
  /// - Parameter settings: The new settings.
  /// - Throws: ``PrivateFile/Failure``; the settings are unchanged then.
  package func save(_ settings: PageSettings) throws {
    if let file {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try PrivateFile(file).write(encoder.encode(settings))
    }
    state.withLock { $0 = settings }
  }
}
