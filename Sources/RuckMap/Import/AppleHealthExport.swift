// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Foundation

/// The workouts of an Apple Health export, with their routes and heart rates.
struct AppleHealthExport {
  /// The file `export.xml`.
  var file: TrackFile
  var folder: ImportFolder
  /// The folder of the export inside of an archive, such as `apple_health_export/`.
  var path: String
  /// The name of the chosen file.
  var name: String

  /// The kinds of workouts that are walks.
  private static let kinds: Set<String> = ["Walking", "Hiking"]

  /// Lists the workouts.
  ///
  /// The file is read twice: the workouts follow the heart rates, of which only those during wanted
  /// workouts fit into memory.
  ///
  /// - Parameter includesAllSports: Whether all workouts are wanted, not only walks and hikes.
  /// - Returns: An item for each workout, in the order of the file.
  /// - Throws: An `ActivityFileError` or an `ArchiveError`.
  func items(includesAllSports: Bool) throws -> [ImportItem] {
    var workouts: [AppleHealthWorkout] = []
    let reader = try AppleHealthReader(
      name: file.name, includesRecords: false, chunks: try file.open())
    while let event = try reader.next() {
      if case .workout(let workout) = event { workouts.append(workout) }
    }
    let wanted = workouts.filter { includesAllSports || Self.kinds.contains($0.kind) }
    let heartRates = try heartRates(during: wanted)
    return workouts.map { workout in
      item(workout, heartRates, isWanted: includesAllSports || Self.kinds.contains(workout.kind))
    }
  }

  private func item(
    _ workout: AppleHealthWorkout, _ heartRates: [(date: Date, value: Double)], isWanted: Bool
  ) -> ImportItem {
    var details = RecordingDetails()
    details.name = workout.kind
    details.sport = workout.sport
    var totals = ActivityLap()
    totals.start = workout.start
    totals.elapsedTime = workout.end.timeIntervalSince(workout.start)
    totals.timerTime = workout.duration
    totals.distance = workout.distance
    totals.ascent = workout.ascent
    details.totals = totals
    let first = Self.position(of: workout.start, in: heartRates)
    let rest = heartRates[first...]
    details.heartRates = Array(rest.prefix { $0.date <= workout.end })
    let start = workout.start.formatted(.iso8601)
    let route = workout.routes.first
    let title = route.map { $0.split(separator: "/").joined(separator: "/") } ?? start
    var item = ImportItem(
      name: "\(name): \(title)",
      file: route?.split(separator: "/").last.map(String.init) ?? "Apple Health \(start)",
      isFromArchive: false, isFileUnique: route == nil, details: details,
      recording: .samples(workout.locations))
    if !isWanted {
      item.skipReason = "The workout is \(workout.kind), not a walk or hike."
    } else if !workout.routes.isEmpty {
      let parts = workout.routes.compactMap { folder.recording($0, in: path) }
      item.recording = parts.isEmpty ? .missing(workout.routes[0]) : .parts(parts)
    }
    return item
  }

  /// The position of the first heart rate at or after a time.
  private static func position(
    of date: Date, in rates: [(date: Date, value: Double)]
  ) -> Int {
    var (low, high) = (0, rates.count)
    while low < high {
      let middle = (low + high) / 2
      if rates[middle].date < date { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The heart rates during workouts, in the order of their times.
  private func heartRates(
    during workouts: [AppleHealthWorkout]
  ) throws -> [(date: Date, value: Double)] {
    let spans = workouts.map { $0.start...$0.end }.sorted { $0.lowerBound < $1.lowerBound }
    guard !spans.isEmpty else { return [] }
    // The latest end of the spans up to each one: workouts may overlap.
    var ends: [Date] = []
    for span in spans { ends.append(max(span.upperBound, ends.last ?? span.upperBound)) }
    var rates: [(date: Date, value: Double)] = []
    let reader = try AppleHealthReader(name: file.name, chunks: try file.open())
    while let event = try reader.next() {
      guard case .heartRate(let date, let value) = event else { continue }
      var (low, high) = (0, spans.count)
      while low < high {
        let middle = (low + high) / 2
        if spans[middle].lowerBound <= date { low = middle + 1 } else { high = middle }
      }
      if low > 0, date <= ends[low - 1] { rates.append((date, value)) }
    }
    return rates.sorted { $0.date < $1.date }
  }
}
