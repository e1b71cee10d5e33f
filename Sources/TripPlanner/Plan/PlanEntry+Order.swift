// Cairn
// SPDX-License-Identifier: Apache-2.0

import TravelFiles

extension PlanEntry {
  /// Orders the entries of a day by instants if their clocks differ, as on a flight over the date line.
  ///
  /// Entries without an instant keep their places. On a day with one clock, the order of the user stays.
  static func orderedByInstant(_ entries: [PlanEntry]) -> [PlanEntry] {
    let times = entries.map(\.time)
    let timed = entries.indices.filter { index in
      times[index].map { !$0.isDateOnly && $0.instant != nil } ?? false
    }
    guard Set(timed.map { times[$0]?.offset }).count > 1 else { return entries }
    let sorted = timed.sorted { first, second in
      guard let one = times[first]?.instant, let other = times[second]?.instant, one != other
      else { return first < second }
      return one < other
    }
    var result = entries
    for (index, source) in zip(timed, sorted) { result[index] = entries[source] }
    return result
  }
}
