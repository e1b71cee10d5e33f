// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UUID {
  /// The id as the command prints it.
  var idText: String { uuidString.lowercased() }

  /// As much of the id as a list shows.
  var shortText: String { String(idText.prefix(8)) }
}
