// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import RuckMap

extension DataOptions {
  /// Opens the store of the rucks, creating the folder and the store if needed.
  func openLibrary() throws -> RuckLibrary {
    try RuckLibrary.open(directory: url)
  }
}
