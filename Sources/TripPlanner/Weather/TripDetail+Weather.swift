// Cairn
// SPDX-License-Identifier: Apache-2.0

package import TravelFiles

extension TripDetail {
  /// Returns the position of each day of a plan: the stay of its night, else an item, else the last arrival.
  ///
  /// A day without any of them has the position of the day before. Cancelled parts don't count.
  package func positions(of plan: [PlanDay]) -> [LocalDate: Coordinates] {
    let known = Dictionary(places.map { ($0.id, $0) }) { first, _ in first }
    var result: [LocalDate: Coordinates] = [:]
    var last: Coordinates?
    for day in plan {
      guard let date = day.date else { continue }
      var (stay, item, arrival): (Coordinates?, Coordinates?, Coordinates?)
      for entry in day.entries {
        switch entry {
        case .night(let lodging):
          guard lodging.bookingStatus != .cancelled else { continue }
          stay = lodging.placeID.flatMap { known[$0]?.coordinates } ?? stay
        case .item(let plan):
          guard plan.bookingStatus != .cancelled else { continue }
          let position = plan.placeID.flatMap { known[$0]?.coordinates }
          if plan.planKind == .lodging { stay = position ?? stay } else { item = item ?? position }
        case .departure(let segment), .arrival(let segment):
          guard segment.bookingStatus != .cancelled,
            (segment.arrivalTime?.date ?? date) == date
          else { continue }
          arrival = segment.destinationID.flatMap { known[$0]?.coordinates } ?? arrival
        case .checkOut: break
        }
      }
      last = stay ?? item ?? arrival ?? last
      result[date] = last
    }
    return result
  }
}
