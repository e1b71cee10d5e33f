// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData

extension RowingLibrary {
  /// Returns the highest mean power for each duration, and the critical power.
  ///
  /// A session with strokes gives the best parts of its continuous work. Each session without rest
  /// also gives its own duration. A point is left out if another one is at least as strong over a
  /// longer duration.
  ///
  /// - Parameters:
  ///   - athlete: The athlete; nil for all.
  ///   - machine: The machine.
  ///   - from: The earliest start; nil for all.
  ///   - to: The end of the range of starts; nil for all.
  ///   - viewer: The person whose role selects the athletes.
  /// - Returns: The curve.
  /// - Throws: A `SwiftDataError`.
  package func powerCurve(
    athlete: UUID?, machine: RowingMachine = .rowErg, from: Date? = nil, to: Date? = nil,
    for viewer: RowingViewer = .init()
  ) throws -> PowerCurve {
    let query = SessionQuery(
      athlete: athlete, from: from, to: to, machine: machine, isEnded: true
    ).restricted(to: viewer)
    var descriptor = FetchDescriptor(predicate: query.condition)
    descriptor.propertiesToFetch = [
      \.id, \.powerProfileData, \.totalTime, \.totalDistance, \.restTime, \.hasGaps, \.machine,
      \.averagePower,
    ]
    return Self.powerCurve(of: try modelContext.fetch(descriptor), machine: machine)
  }

  /// Returns the curve of sessions on one machine.
  static func powerCurve(
    of sessions: some Sequence<RowingSession>, machine: RowingMachine
  ) -> PowerCurve {
    var best: [Double: PowerCurve.Point] = [:]
    func offer(_ duration: Double, _ power: Double, _ session: UUID) {
      guard duration >= 1, power > 0, RowingFigures.isPlausible(power: power),
        power > best[duration]?.power ?? 0
      else { return }
      best[duration] = PowerCurve.Point(duration: duration, power: power, session: session)
    }
    for session in sessions {
      let id = session.id
      if let data = session.powerProfileData {
        for (duration, power) in zip(PowerProfile.durations, PowerProfile(data: data).powers) {
          offer(duration, power, id)
        }
      }
      if session.restTime == 0, !session.hasGaps {
        // Other machines have only the device's power.
        let power =
          machine.hasPowerEquation
          ? RowingFigures.power(
            distance: session.totalDistance, duration: session.totalTime, machine: machine)
          : session.averagePower
        offer(session.totalTime, power ?? 0, id)
      }
    }
    let points = frontier(best.values.sorted { $0.duration < $1.duration })
    do throws(CriticalPower.Refusal) {
      let fit = try CriticalPower(
        points.map { CriticalPower.Effort(duration: $0.duration, power: $0.power) })
      return PowerCurve(
        points: points, criticalPower: fit.power, workCapacity: fit.workCapacity, refusal: nil)
    } catch {
      return PowerCurve(
        points: points, criticalPower: nil, workCapacity: nil, refusal: error.text)
    }
  }

  /// Removes points that are not stronger than a longer one.
  private static func frontier(_ points: [PowerCurve.Point]) -> [PowerCurve.Point] {
    var result: [PowerCurve.Point] = []
    for point in points.reversed() where point.power > result.last?.power ?? 0 {
      result.append(point)
    }
    return result.reversed()
  }

  // MARK: Zones

  /// Returns an athlete's zones with the power and the pace of each.
  package func zones(athlete: UUID) throws -> ZoneTable {
    let athlete = try model(athlete: athlete)
    return Self.zones(
      of: athlete, curve: athlete.zoneBasePower == nil ? try powerCurve(athlete: athlete.id) : nil)
  }

  /// Returns an athlete's zones.
  ///
  /// - Parameters:
  ///   - athlete: The athlete.
  ///   - curve: The power curve on a RowErg; nil for an athlete with a base power.
  /// - Returns: The zones.
  static func zones(of athlete: Athlete, curve: PowerCurve?) -> ZoneTable {
    let base = athlete.zoneBasePower ?? curve?.criticalPower
    let rows = (athlete.powerZones ?? PowerZone.standard).map { zone in
      let (from, to) = (
        base.map { $0 * zone.from }, base.flatMap { base in zone.to.map { base * $0 } }
      )
      return ZoneTable.Row(
        zone: zone, fromPower: from, toPower: to,
        fromPace: from.flatMap { RowingFigures.pace(power: $0) },
        toPace: to.flatMap { RowingFigures.pace(power: $0) })
    }
    return ZoneTable(
      rows: rows, basePower: base, isBaseSet: athlete.zoneBasePower != nil,
      isDefault: athlete.powerZones == nil, refusal: base == nil ? curve?.refusal : nil)
  }

  /// Sets an athlete's zones.
  ///
  /// - Parameters:
  ///   - zones: The zones from 0 upwards, each beginning at the end of the one below.
  ///   - basePower: Watts; nil for the critical power.
  ///   - athlete: The athlete's identifier.
  /// - Returns: The new table.
  /// - Throws: ``RowingLibraryError/invalidZones(_:)``,
  ///   ``RowingLibraryError/invalidValue(_:value:allowed:)``, or another error; nothing is
  ///   changed then.
  package func setZones(
    _ zones: [PowerZone], basePower: Double?, athlete: UUID
  ) throws -> ZoneTable {
    try Self.check(zones)
    if let basePower, !(1...2000).contains(basePower) {
      throw RowingLibraryError.invalidValue(
        "A base power", value: "\(basePower)", allowed: "1 to 2000 watts")
    }
    try modelContext.transaction {
      let athlete = try model(athlete: athlete)
      athlete.powerZones = zones == PowerZone.standard ? nil : zones
      athlete.zoneBasePower = basePower
      athlete.modifiedAt = Date()
    }
    return try self.zones(athlete: athlete)
  }

  /// Restores the default zones, based on the critical power.
  package func resetZones(athlete: UUID) throws -> ZoneTable {
    try setZones(PowerZone.standard, basePower: nil, athlete: athlete)
  }

  private static func check(_ zones: [PowerZone]) throws {
    guard let first = zones.first, first.from == 0 else {
      throw RowingLibraryError.invalidZones("The lowest zone doesn't begin at 0.")
    }
    for (index, zone) in zones.enumerated() {
      if zone.name.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty {
        throw RowingLibraryError.invalidZones("Zone \(index + 1) has no name.")
      }
      let isLast = index == zones.count - 1
      guard let to = zone.to else {
        if isLast { continue }
        throw RowingLibraryError.invalidZones("\(zone.name) has no end.")
      }
      guard !isLast, to.isFinite, to > zone.from else {
        throw RowingLibraryError.invalidZones(
          isLast ? "The highest zone has an end." : "\(zone.name) ends before it begins.")
      }
      guard zones[index + 1].from == to else {
        throw RowingLibraryError.invalidZones(
          "\(zones[index + 1].name) doesn't begin where \(zone.name) ends.")
      }
    }
  }

  /// Returns the time of a session in each zone of its athlete; empty without a base power.
  package func zoneTimes(of id: UUID) throws -> [ZoneTime] {
    let session = try model(session: id)
    guard let athlete = session.athlete?.id else { return [] }
    let table = try zones(athlete: athlete)
    guard table.basePower != nil else { return [] }
    var samples = StrokeSegments(
      try metrics(of: id).map { StrokeSnapshot($0) },
      intervals: try parts(of: id).map { IntervalSnapshot($0) }
    ).powers(machine: session.machine).joined().map { $0 }
    if samples.isEmpty, session.averagePower > 0 {
      samples = [PowerSample(duration: session.totalTime, power: session.averagePower)]
    }
    return table.rows.map { row in
      let (from, to) = (row.fromPower ?? 0, row.toPower ?? .infinity)
      let time = samples.filter { $0.power >= from && $0.power < to }
        .reduce(0) { $0 + $1.duration }
      return ZoneTime(name: row.zone.name, fromPower: from, toPower: row.toPower, time: time)
    }
  }
}
