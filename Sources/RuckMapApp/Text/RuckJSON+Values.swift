// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation

extension RuckJSON {
  /// The text, or null.
  init(_ text: String?) { self = .text(text) }

  /// The number to three decimals, or null.
  init(_ number: Double?) { self = .number(number) }

  init(_ number: Int?) { self = .integer(number) }
  init(_ date: Date?) { self = .date(date) }
  init(_ id: UUID?) { self = .text(id?.idText) }

  /// The coordinate in degrees, or null.
  init(degrees: Double?) { self = degrees.map(RuckJSON.degrees) ?? .number(nil) }
}
