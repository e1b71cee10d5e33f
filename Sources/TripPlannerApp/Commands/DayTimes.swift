// Cairn
// SPDX-License-Identifier: Apache-2.0

import TravelFiles
import TripPlanner

/// The times of an entry after the options of `day`.
///
/// A new day moves both times by whole days, and a new zone or place keeps the wall clocks.
struct DayTimes: Sendable {
  var day: LocalDate?
  var start: TravelTime?
  var end: TravelTime?
  /// The zone of times without an own one; nil if it is unknown.
  var zone: TravelZone?
  /// True if an option affects the times.
  var areChanged: Bool

  /// Parses the options, so that an invalid value changes nothing.
  init(
    _ options: DayOptions, _ view: TripView, _ item: DayPlanItemSnapshot?, place: NamedPlace?
  ) throws {
    let (oldStart, oldEnd) = (item?.startTime, item?.endTime)
    let oldDay = item?.date ?? oldStart?.date
    let given = try argument("--day") { () throws(TripInputError) in
      try TripInput.day(options.day)
    }
    day = options.day == nil ? item?.date : given
    let date = day ?? (options.day == nil ? oldDay : nil)
    let entered = try argument("--zone") { () throws(TripInputError) in
      try TripInput.zone(options.zone)
    }
    let oldPlace = view.place(item?.placeID)?.zone.flatMap(TravelZone.init(identifier:))
    let newPlace = options.place == nil ? oldPlace : place?.zone
    let usual = entered ?? newPlace ?? date.flatMap { view.zone(on: $0) }
    let days = given.flatMap { new in oldDay.map { new.daysSince1970 - $0.daysSince1970 } } ?? 0

    func zone(of time: TravelTime?) -> TravelZone? {
      guard entered == nil, let known = time?.zone, known != .unknown else { return usual }
      // The zone of the old place follows the place.
      return options.place != nil && known == oldPlace ? usual : known
    }
    func moved(_ time: TravelTime?) -> TravelTime? {
      guard var time = time?.shifted(days: days) else { return nil }
      if options.zone != nil || options.place != nil { time.zone = zone(of: time) ?? .unknown }
      return time
    }
    func parsed(
      _ name: String, _ text: String, _ old: TravelTime?, on date: LocalDate?
    ) throws -> TravelTime? {
      guard let text = TripInput.text(text) else { return nil }
      return try argument(name) { () throws(TripInputError) -> TravelTime? in
        if text.count > 5, text.contains("-") {
          return try TripInput.time(text, placeZone: zone(of: old))
        }
        return try TripInput.time(day: date?.description, clock: text, zone: zone(of: old))
      }
    }
    start = moved(oldStart)
    if let text = options.start { start = try parsed("--start", text, oldStart, on: date) }
    end = moved(oldEnd)
    if let text = options.end {
      end = try parsed("--end", text, oldEnd ?? oldStart, on: end?.date ?? date)
    }
    self.zone = zone(of: start)
    areChanged =
      item == nil || days != 0
      || [options.start, options.end, options.zone, options.place].contains { $0 != nil }
  }
}
