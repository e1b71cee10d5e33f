// Cairn
// SPDX-License-Identifier: Apache-2.0

import ActivityFiles
import Archives
import Foundation

/// The workouts of an Apple Health export, with their routes, heart rates, weather and body weights.
struct AppleHealthExport {
  /// The file `export.xml`.
  var file: TrackFile
  var folder: ImportFolder
  /// The folder of the export inside of an archive, such as `apple_health_export/`.
  var path: String
  /// The name of the chosen file.
  var name: String

  /// A measured value with its time.
  typealias Sample = (date: Date, value: Double)

  /// The records of an export that workouts need.
  private struct Records {
    /// The heart rates during workouts, in the order of their times.
    var heartRates: [Sample] = []
    /// The possible body masses in kilograms, in the order of their times.
    var masses: [Sample] = []

    /// The latest body mass before a time, or else the first one after it.
    func bodyMass(at date: Date) -> Double? {
      let first = AppleHealthExport.position(of: date, in: masses)
      if first < masses.count, masses[first].date == date { return masses[first].value }
      return (first > 0 ? masses[first - 1] : masses.first)?.value
    }
  }

  /// The maximum number of workouts, and that of the positions inside of the file.
  private static let (workoutLimit, locationLimit) = (100_000, 5_000_000)

  /// The kinds of workouts that are walks.
  private static let kinds: Set<String> = ["Walking", "Hiking"]

  /// The possible body masses in kilograms.
  private static let masses = 20.0...500.0

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
    var locations = 0
    while let event = try reader.next() {
      guard case .workout(let workout) = event else { continue }
      workouts.append(workout)
      locations += workout.locations.count
      guard workouts.count <= Self.workoutLimit, locations <= Self.locationLimit else {
        throw ArchiveError(
          .tooLarge,
          reason: "The export has more than 100,000 workouts, or 5,000,000 positions of workouts",
          remedy: "Import the recordings in the folder workout-routes")
      }
    }
    let wanted = workouts.filter { includesAllSports || Self.kinds.contains($0.kind) }
    let records = try records(during: wanted)
    return workouts.map { workout in
      item(workout, records, isWanted: includesAllSports || Self.kinds.contains(workout.kind))
    }
  }

  private func item(
    _ workout: AppleHealthWorkout, _ records: Records, isWanted: Bool
  ) -> ImportItem {
    var details = RecordingDetails()
    details.name = workout.kind
    details.sport = workout.sport
    details.weather = workout.weather
    details.bodyWeight = records.bodyMass(at: workout.start)
    var totals = ActivityLap()
    totals.start = workout.start
    totals.elapsedTime = workout.end.timeIntervalSince(workout.start)
    totals.timerTime = workout.duration
    totals.distance = workout.distance
    totals.ascent = workout.ascent
    details.totals = totals
    let first = Self.position(of: workout.start, in: records.heartRates)
    let rest = records.heartRates[first...]
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

  /// The position of the first value at or after a time.
  private static func position(of date: Date, in samples: [Sample]) -> Int {
    var (low, high) = (0, samples.count)
    while low < high {
      let middle = (low + high) / 2
      if samples[middle].date < date { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Reads the heart rates during workouts, and all body masses.
  private func records(during workouts: [AppleHealthWorkout]) throws -> Records {
    let spans = workouts.map { $0.start...$0.end }.sorted { $0.lowerBound < $1.lowerBound }
    guard !spans.isEmpty else { return Records() }
    // The latest end of the spans up to each one: workouts may overlap.
    var ends: [Date] = []
    for span in spans { ends.append(max(span.upperBound, ends.last ?? span.upperBound)) }
    var records = Records()
    let reader = try AppleHealthReader(name: file.name, chunks: try file.open())
    while let event = try reader.next() {
      if case .bodyMass(let date, let mass) = event, Self.masses.contains(mass) {
        records.masses.append((date, mass))
      }
      guard case .heartRate(let date, let value) = event else { continue }
      var (low, high) = (0, spans.count)
      while low < high {
        let middle = (low + high) / 2
        if spans[middle].lowerBound <= date { low = middle + 1 } else { high = middle }
      }
      if low > 0, date <= ends[low - 1] { records.heartRates.append((date, value)) }
    }
    records.heartRates.sort { $0.date < $1.date }
    records.masses.sort { $0.date < $1.date }
    return records
  }
}
