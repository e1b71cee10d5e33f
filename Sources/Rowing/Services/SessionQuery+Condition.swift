// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension SessionQuery {
  /// The condition of the filters.
  package var condition: Predicate<RowingSession> {
    // The index of starts has the ends, times and distances: totals read no rows of the table.
    var condition = #Predicate<RowingSession> { _ in true }
    func add(_ other: Predicate<RowingSession>) {
      let before = condition
      condition = #Predicate<RowingSession> { before.evaluate($0) && other.evaluate($0) }
    }
    if let from { add(#Predicate { $0.startTime >= from }) }
    if let to { add(#Predicate { $0.startTime < to }) }
    if let minimumDistance { add(#Predicate { $0.totalDistance >= minimumDistance }) }
    if let maximumDistance { add(#Predicate { $0.totalDistance <= maximumDistance }) }
    if let athlete { add(#Predicate { $0.athlete?.id == athlete }) }
    if let team { add(#Predicate { $0.athlete?.team?.id == team }) }
    if let machine { add(#Predicate { $0.machine == machine }) }
    if let type { add(#Predicate { $0.sessionType == type }) }
    if let isEnded {
      if isEnded {
        add(#Predicate { $0.isComplete || $0.endTime != nil })
      } else {
        add(#Predicate { !$0.isComplete && $0.endTime == nil })
      }
    }
    for word in words {
      add(
        #Predicate {
          $0.workoutText?.localizedStandardContains(word) == true
            || $0.comments.localizedStandardContains(word)
            || $0.sourceFile?.localizedStandardContains(word) == true
            || $0.athlete?.name.localizedStandardContains(word) == true
        })
    }
    return condition
  }

  /// The words of the text.
  var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

  /// The order of the list: by the key, the start and the identifier, which is equal on all devices.
  package var order: [SortDescriptor<RowingSession>] {
    let order: SortOrder = direction == .ascending ? .forward : .reverse
    let key: SortDescriptor<RowingSession>
    switch sortKey {
    case .date:
      return [SortDescriptor(\.startTime, order: order), SortDescriptor(\.id, order: order)]
    case .distance: key = SortDescriptor(\.totalDistance, order: order)
    case .duration: key = SortDescriptor(\.totalTime, order: order)
    case .pace: key = SortDescriptor(\.averagePace, order: order)
    case .power: key = SortDescriptor(\.averagePower, order: order)
    }
    return [key] + Self.newest
  }

  /// The order of a list of the newest sessions, in that of the index of starts.
  package static var newest: [SortDescriptor<RowingSession>] {
    [SortDescriptor(\.startTime, order: .reverse), SortDescriptor(\.id, order: .reverse)]
  }
}

extension SessionQuery.SortKey {
  /// The condition that a session has a value for the key; nil if all sessions have one.
  var isKnown: Predicate<RowingSession>? {
    switch self {
    case .date, .distance, .duration: return nil
    case .pace: return #Predicate<RowingSession> { $0.averagePace > 0 }
    case .power: return #Predicate<RowingSession> { $0.averagePower > 0 }
    }
  }
}
