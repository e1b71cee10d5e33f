// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RuckLibrary {
  /// Returns the rucks that are not finished although their expected end has passed.
  ///
  /// - Parameter now: The present time.
  /// - Returns: The overdue rucks, the earliest first.
  /// - Throws: A `SwiftDataError`.
  package func overdueRucks(at now: Date = Date()) throws -> [ExpectedReturn] {
    try expectedReturns().filter { $0.expectedEnd < now }
  }

  /// Returns the unfinished rucks with an expected end.
  package func expectedReturns() throws -> [ExpectedReturn] {
    try modelContext.fetch(RuckingSession.activeSessions).compactMap { session in
      session.expectedEndDate.map {
        ExpectedReturn(
          id: session.id, name: session.name, startDate: session.startDate, expectedEnd: $0)
      }
    }.sorted { $0.expectedEnd < $1.expectedEnd }
  }
}

/// An unfinished ruck with the time at which the user expects to be back.
package struct ExpectedReturn: Sendable, Hashable, Identifiable {
  package var id: UUID
  package var name: String?
  package var startDate: Date
  package var expectedEnd: Date
}
