// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData
import Testing

/// Groups by properties, models and calendar periods.
@Suite struct AggregateGroupTests {
  let store: WorkoutStore
  var context: ModelContext { store.context }
  let all = FetchDescriptor<Workout>()

  init() throws { store = try WorkoutStore() }

  private func calendar(_ zone: String, firstWeekday: Int = 2) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    calendar.firstWeekday = firstWeekday
    return calendar
  }

  /// The key and the count of each group by a period, before and after a save.
  private func periods(_ grouping: AggregateGrouping<Workout, Date>) throws -> [String] {
    func lines() throws -> [String] {
      try context.aggregate(all, by: grouping, values: .count).map { group in
        "\(group.key.formatted(.iso8601)) \(group.values)"
      }
    }
    let unsaved = try lines()
    try context.save()
    #expect(try lines() == unsaved)
    return unsaved
  }

  @Test func `days begin at midnight of the time zone, also when clocks change`() throws {
    // Clocks change on 31 March, a day of 23 hours, and on 27 October, a day of 25 hours.
    for start in [
      "2024-03-30T22:59:59Z", "2024-03-30T23:00:00Z", "2024-03-31T21:59:59Z",
      "2024-03-31T22:00:00Z", "2024-10-26T22:00:00Z", "2024-10-27T22:59:59Z",
      "2024-10-27T23:00:00Z",
    ] {
      try store.add(start, start: start)
    }
    #expect(
      try periods(.day(of: \.start, in: calendar("Europe/Zurich"))) == [
        "2024-03-29T23:00:00Z 1", "2024-03-30T23:00:00Z 2", "2024-03-31T22:00:00Z 1",
        "2024-10-26T22:00:00Z 2", "2024-10-27T23:00:00Z 1",
      ])
  }

  @Test func `a day without midnight begins at its first moment`() throws {
    for start in ["2018-11-04T02:59:59Z", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59Z"] {
      try store.add(start, start: start)
    }
    #expect(
      try periods(.day(of: \.start, in: calendar("America/Sao_Paulo"))) == [
        "2018-11-03T03:00:00Z 1", "2018-11-04T03:00:00Z 2",
      ])
  }

  @Test func `weeks begin on the calendar's first weekday`() throws {
    // A Saturday, a Sunday and a Monday.
    for start in ["2024-06-01T12:00:00Z", "2024-06-02T12:00:00Z", "2024-06-03T12:00:00Z"] {
      try store.add(start, start: start)
    }
    #expect(
      try periods(.week(of: \.start, in: calendar("GMT", firstWeekday: 2))) == [
        "2024-05-27T00:00:00Z 2", "2024-06-03T00:00:00Z 1",
      ])
    #expect(
      try periods(.week(of: \.start, in: calendar("GMT", firstWeekday: 1))) == [
        "2024-05-26T00:00:00Z 1", "2024-06-02T00:00:00Z 2",
      ])
  }

  @Test func `months and years are those of the time zone`() throws {
    for start in ["2023-12-31T15:30:00Z", "2024-02-29T12:00:00Z", "2024-02-29T15:00:00Z"] {
      try store.add(start, start: start)
    }
    let tokyo = try calendar("Asia/Tokyo")
    #expect(
      try periods(.month(of: \.start, in: tokyo)) == [
        "2023-12-31T15:00:00Z 1", "2024-01-31T15:00:00Z 1", "2024-02-29T15:00:00Z 1",
      ])
    #expect(try periods(.year(of: \.start, in: tokyo)) == ["2023-12-31T15:00:00Z 3"])
  }

  @Test func `random dates have the periods of the calendar`() throws {
    var random = SystemRandomNumberGenerator()
    for zone in ["Australia/Lord_Howe", "Asia/Kathmandu", "America/New_York"] {
      let calendar = try calendar(zone)
      let store = try WorkoutStore()
      for index in 0..<500 {
        let seconds = Double.random(in: -3e9...3e9, using: &random)
        store.context.insert(
          Workout("\(index)", start: Date(timeIntervalSinceReferenceDate: seconds)))
      }
      for date in [Date.distantPast, .distantFuture] {
        store.context.insert(Workout("far", start: date))
      }
      try store.context.save()
      let starts = try store.context.fetch(all).map(\.start)
      let units: [(Calendar.Component, AggregateGrouping<Workout, Date>)] = [
        (.day, .day(of: \.start, in: calendar)), (.weekOfYear, .week(of: \.start, in: calendar)),
        (.month, .month(of: \.start, in: calendar)), (.year, .year(of: \.start, in: calendar)),
      ]
      for (unit, grouping) in units {
        let wanted = Dictionary(grouping: starts) {
          calendar.dateInterval(of: unit, for: $0)?.start ?? $0
        }
        let groups = try store.context.aggregate(all, by: grouping, values: .count)
        #expect(groups.map(\.key) == wanted.keys.sorted(), "\(zone) \(unit)")
        #expect(groups.map(\.values) == wanted.sorted { $0.key < $1.key }.map(\.value.count))
      }
    }
  }

  @Test func `an optional date without a value is a group of its own`() throws {
    try store.add("open")
    try store.add("ended") { $0.end = $0.start + 30 }
    let keys = try context.aggregate(
      all, by: .month(of: \.end, in: calendar("GMT")), values: .count
    ).map(\.key)
    #expect(keys == [nil, Date(timeIntervalSinceReferenceDate: 725_760_000)])
    try context.save()
    #expect(
      try context.aggregate(all, by: .month(of: \.end, in: calendar("GMT")), values: .count)
        .map(\.key) == keys)
  }

  // MARK: Properties

  private func fill() throws {
    let (anna, ben) = (Athlete("Anna"), Athlete("Ben"))
    try store.add("a", .walk) {
      $0.steps = 1
      $0.athlete = anna
    }
    try store.add("b", .run) {
      $0.steps = 5
      $0.intensity = .row
      $0.athlete = ben
    }
    try store.add("c", .run) {
      $0.steps = 2
      $0.athlete = ben
    }
    try store.add("d", .row) { $0.steps = 7 }
  }

  @Test func `groups by an enumeration have the order of raw values`() throws {
    try fill()
    for _ in 0..<2 {
      let kinds = try context.aggregate(all, by: .value(\.kind), values: .count, .sum(\.steps))
      #expect(kinds.map(\.key) == [.row, .run, .walk])
      #expect(kinds.map { $0.values.0 } == [1, 2, 1])
      #expect(kinds.map { $0.values.1 } == [7, 7, 1])
      let optional = try context.aggregate(all, by: .value(\.intensity), values: .count)
      #expect(optional.map(\.key) == [nil, .row])
      #expect(optional.map(\.values) == [3, 1])
      try context.save()
    }
  }

  @Test func `groups are sorted by a value, then by key, and limited`() throws {
    try fill()
    for _ in 0..<2 {
      func keys(
        _ order: AggregateOrder<Workout>, limit: Int? = nil, offset: Int = 0
      ) throws -> [Workout.Kind] {
        try context.aggregate(
          all, by: .value(\.kind), values: .count, order: order, limit: limit, offset: offset
        ).map(\.key)
      }
      #expect(try keys(.value(.sum(\.steps), .reverse)) == [.row, .run, .walk])
      #expect(try keys(.value(.sum(\.steps))) == [.walk, .row, .run])
      #expect(try keys(.value(.count, .reverse)) == [.run, .row, .walk])
      #expect(try keys(.keys(.reverse)) == [.walk, .run, .row])
      #expect(try keys(.keys, limit: 2) == [.row, .run])
      #expect(try keys(.keys, limit: 2, offset: 1) == [.run, .walk])
      #expect(try keys(.keys, offset: 2) == [.walk])
      #expect(try keys(.keys, limit: 0) == [])
      try context.save()
    }
  }

  @Test func `groups by a model have the model, or nil`() throws {
    try fill()
    for _ in 0..<2 {
      let athletes = try context.aggregate(
        all, by: .model(\.athlete), values: .maximum(\.steps), order: .value(.sum(\.steps)))
      #expect(athletes.map { $0.key?.name } == ["Anna", nil, "Ben"])
      #expect(athletes.map(\.values) == [1, 7, 5])
      try context.save()
    }
  }

  @Test func `references to a deleted model are a group`() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Club.self, Member.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    )
    let (first, second) = (Club("first"), Club("second"))
    for club in [first, first, second, nil] { context.insert(Member(of: club)) }
    try context.save()
    context.delete(first)
    try context.save()
    let groups = try context.aggregate(
      FetchDescriptor<Member>(), by: .model(\.club), values: .count)
    #expect(groups.map(\.values) == [1, 2, 1])
    #expect(groups.map { $0.key?.name } == [nil, "", "second"])
  }

  @Test func `decimal numbers are sorted by value`() throws {
    for (kind, price) in [(Workout.Kind.walk, 9), (.run, 10), (.row, 100)] {
      let athlete = Athlete("\(price)")
      athlete.fee = Decimal(price)
      try store.add("\(price)", kind) {
        $0.price = Decimal(price)
        $0.discount = Decimal(-price)
        $0.athlete = athlete
      }
    }
    func kinds(_ order: AggregateOrder<Workout>) throws -> [Workout.Kind] {
      try context.aggregate(all, by: .value(\.kind), values: .count, order: order).map(\.key)
    }
    for _ in 0..<2 {
      #expect(try kinds(.value(.sum(\.price))) == [.walk, .run, .row])
      #expect(try kinds(.value(.sum(\.price), .reverse)) == [.row, .run, .walk])
      #expect(try kinds(.value(.sum(\.discount))) == [.row, .run, .walk])
      #expect(try kinds(.value(.average(\.price))) == [.walk, .run, .row])
      #expect(try kinds(.value(.minimum(\.price))) == [.walk, .run, .row])
      #expect(try kinds(.value(.maximum(\.price), .reverse)) == [.row, .run, .walk])
      let prices = try context.aggregate(all, by: .value(\.price), values: .count)
      #expect(prices.map(\.key) == [9, 10, 100])
      let fees = try context.aggregate(all, by: .value(\Workout.athlete?.fee), values: .count)
      #expect(fees.map(\.key) == [9, 10, 100])
      try context.save()
    }
  }

  @Test func `several keys form one group for each combination`() throws {
    try fill()
    for _ in 0..<2 {
      let groups = try context.aggregate(
        all, by: .value(\Workout.athlete?.name), .value(\.kind), values: .count, .sum(\.steps))
      #expect(groups.map { $0.key.0 } == [nil, "Anna", "Ben"])
      #expect(groups.map { $0.key.1 } == [.row, .walk, .run])
      #expect(groups.map { $0.values.1 } == [7, 1, 7])
      try context.save()
    }
  }

  @Test func `strings that Swift regards as equal are one group`() throws {
    for name in ["Caf\u{E9}", "Cafe\u{301}", "Cafe", "Zebra"] { try store.add(name) }
    for _ in 0..<2 {
      let groups = try context.aggregate(all, by: .value(\.name), values: .count)
      #expect(groups.map(\.key) == ["Cafe", "Caf\u{E9}", "Zebra"])
      #expect(groups.map(\.values) == [1, 2, 1])
      let last = try context.aggregate(
        all, by: .value(\.name), values: .count, limit: 1, offset: 2)
      #expect(last.map(\.key) == ["Zebra"])
      try context.save()
    }
  }

  @Test func `groups of no models are empty`() throws {
    #expect(try context.aggregate(all, by: .value(\.kind), values: .count).isEmpty)
  }
}
