// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import RuckMap

/// A JSON value of the output of a command; an unknown value is null.
enum RuckJSON: Encodable {
  /// A number, rounded to thousandths.
  case number(Double?)
  /// A coordinate, in full precision.
  case degrees(Double)
  case integer(Int?)
  case text(String?)
  case flag(Bool)
  case list([RuckJSON])
  case object([String: RuckJSON])

  /// A ruck as in `ruck list`.
  case ruck(RuckSummary)

  /// A time in UTC.
  static func date(_ date: Date?) -> RuckJSON { .text(date?.jsonText) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value): try container.encode(value?.toThousandths)
    case .degrees(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .flag(let value): try container.encode(value)
    case .list(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    case .ruck(let ruck): try container.encode(RuckRecord(ruck))
    }
  }
}
