// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension MirrorTables {
  /// The records that the server did not have when they were sent, by whether all was fetched since.
  func missing() throws -> [String: Bool] {
    try text(.missing).flatMap {
      try? JSONDecoder().decode([String: Bool].self, from: Data($0.utf8))
    } ?? [:]
  }

  /// Notes them, without those that are forgotten since.
  func setMissing(_ missing: [String: Bool]) throws {
    let known = try missing.filter { try note(named: $0.key)?.change ?? 0 > 0 }
    if known.isEmpty { return try set(.missing, .null) }
    let data = try JSONEncoder().encode(known)
    try set(.missing, .text(String(decoding: data, as: UTF8.self)))
  }
}
