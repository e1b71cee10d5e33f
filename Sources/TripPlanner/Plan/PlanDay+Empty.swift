// Cairn
// SPDX-License-Identifier: Apache-2.0

package import TravelFiles

extension PlanDay {
  /// Creates a day without entries, outside of the trip's dates.
  package init(withoutEntriesOn date: LocalDate) {
    self.init(date: date, number: nil, entries: [])
  }
}
