// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Rowing

extension DataOptions {
  /// Opens the store of the sessions, creating the folder and the store if needed.
  func openRowing() throws -> RowingLibrary {
    try RowingLibrary.open(directory: url)
  }
}
