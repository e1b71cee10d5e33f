// Cairn
// SPDX-License-Identifier: Apache-2.0

import TravelFiles

extension PlanEntry {
  /// Orders the entries of a day by instants if their clocks differ, as on a flight over the date line.
  ///
  /// Entries without an instant keep their places. On a day with one clock, the order of the user stays.
  static func orderedByInstant(_ entries: [PlanEntry]) -> [PlanEntry] {
    let timed = entries.indices.filter { index in
      entries[index].time.map { !$0.isDateOnly && $0.instant != nil } ?? false
    }
    guard Set(timed.map { entries[$0].time?.offset }).count > 1 else { return entries }
    let sorted = timed.map { entries[$0] }.enumerated().sorted { first, second in
      guard let one = first.element.time?.instant, let other = second.element.time?.instant,
        one != other
      else { return first.offset < second.offset }
      return one < other
    }
    var result = entries
    for (index, entry) in zip(timed, sorted) { result[index] = entry.element }
    return result
  }
}
