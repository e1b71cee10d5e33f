// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// One value as SQLite holds it.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob(Data)
}
