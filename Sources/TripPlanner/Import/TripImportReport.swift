// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import TravelFiles

/// The user's information about imported files.
package struct TripImportOptions: Sendable, Hashable {
  /// The trip; nil for the trip whose dates fit, or a new one.
  package var trip: UUID?
  /// True to report the effect and to change nothing.
  package var isDryRun: Bool
  /// A date near the journeys, for dates without a year; nil for today.
  package var documentDate: LocalDate?
  /// The maximum number of occurrences of all recurring events of a file.
  package var occurrenceLimit = 10_000

  package init(trip: UUID? = nil, isDryRun: Bool = false, documentDate: LocalDate? = nil) {
    self.trip = trip
    self.isDryRun = isDryRun
    self.documentDate = documentDate
  }
}

/// The effect of an import, by file.
package struct TripImportReport: Sendable, Hashable {
  /// The effect on one object.
  package struct Change: Sendable, Hashable, Identifiable {
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
      case added, updated, unchanged, cancelled
      /// The object was deleted before, and stays deleted.
      case stayedDeleted
    }

    package var kind: Kind
    /// The name of the entity, such as `Segment`.
    package var type: String
    package var id: UUID
    package var name: String
    package var trip: UUID?
  }

  /// A problem of a part that was skipped.
  package struct Issue: Sendable, Hashable {
    /// The line, from 1, if it is known.
    package var line: Int?
    package var message: String
  }

  /// The result of one file.
  package struct File: Sendable, Hashable {
    package var name: String
    package var format: TravelFileFormat?
    package var changes: [Change] = []
    package var issues: [Issue] = []
    /// The number of all issues, of which the first are listed.
    package var issueCount = 0
    /// The trips that changed, the new ones included.
    package var trips: [UUID] = []
    /// The reason why nothing of the file was stored; nil for success.
    package var error: Issue?

    package init(name: String) { self.name = name }
  }

  package var files: [File] = []
  package var isDryRun = false

  package init() {}

  /// The number of changes of a kind.
  package func count(_ kind: Change.Kind) -> Int {
    files.reduce(0) { $0 + $1.changes.count { $0.kind == kind } }
  }
  package var failedCount: Int { files.count { $0.error != nil } }
}

/// The progress of an import.
package struct TripImportProgress: Sendable, Hashable {
  package var file: String
  /// The file's index, from 0.
  package var index: Int
  package var total: Int
}
