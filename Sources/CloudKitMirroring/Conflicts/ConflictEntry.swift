// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The stored content of an entry in the conflict log.
enum ConflictEntry: Codable, Sendable {
  case value(LostValue)
  case deletion(LostValue.Side)
  case rows(LostRows)
}

extension RecordValue {
  /// The value as a string for display.
  var inWords: String {
    switch self {
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .data(let data): "\(data.count) bytes"
    case .reference(let name): name
    case .digest(let size, _): "\(size) bytes"
    }
  }
}
