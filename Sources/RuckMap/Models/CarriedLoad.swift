// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Geodesy
import Measures

/// One of the loads of a ruck, in SI units.
public struct CarriedLoad: Sendable, Hashable, Codable {
  /// The start of the stretch with this load.
  public var start: Date
  /// Kilograms carried.
  public var packWeight: Double

  init(_ segment: SessionSegment) {
    start = segment.startTime
    packWeight = Mass.kilograms(pounds: segment.packWeight ?? 0)
  }
}

extension RuckingSession {
  /// Segments with a load of their own, in the order of their starts.
  ///
  /// A ruck that was recorded here has at least one, and a ruck that was joined from different packs
  /// has several.
  var loadSegments: [SessionSegment] {
    segments.filter { $0.packWeight != nil }
      .sorted { ($0.startTime, $0.index) < ($1.startTime, $1.index) }
  }

  /// The loads of a ruck with several; empty for a ruck with one.
  var severalLoads: [CarriedLoad] {
    let loads = loadSegments
    return loads.count > 1 ? loads.map { CarriedLoad($0) } : []
  }

  /// Changes the pack weight, and each load by the same difference.
  ///
  /// - Parameter pounds: The new pack weight.
  /// - Throws: ``RuckLibraryError/invalidPackWeight(_:)`` if a load would become impossible; nothing
  ///   is changed then.
  func changePack(to pounds: Double) throws(RuckLibraryError) {
    let loads = loadSegments
    let changed = loads.map { segment in
      // A load that equals the pack weight gets the new one without a rounding error.
      let load = segment.packWeight ?? packWeight
      return abs(load - packWeight) < 0.001 ? pounds : load + pounds - packWeight
    }
    for load in changed { try RuckLibraryError.check(packWeight: Mass.kilograms(pounds: load)) }
    for (segment, load) in zip(loads, changed) { segment.packWeight = load }
    packWeight = pounds
  }

  /// Changes one load; the ruck's pack weight follows.
  ///
  /// The pack weight of a recorded ruck is its first load, and that of a joined ruck the mean of its
  /// loads by distance.
  ///
  /// - Parameters:
  ///   - number: The number of the load in the order of their starts, from 1.
  ///   - pounds: The new weight.
  /// - Throws: ``RuckLibraryError/loadNotFound(_:count:)``; nothing is changed then.
  func changeLoad(_ number: Int, to pounds: Double) throws(RuckLibraryError) {
    let loads = loadSegments
    guard loads.indices.contains(number - 1) else {
      throw .loadNotFound(number, count: loads.count)
    }
    let isFirst = abs((loads[0].packWeight ?? packWeight) - packWeight) < 0.001
    loads[number - 1].packWeight = pounds
    let distance = loads.reduce(0) { $0 + $1.distance }
    if isFirst || distance <= 0 {
      packWeight = loads[0].packWeight ?? packWeight
    } else {
      packWeight = loads.reduce(0) { $0 + ($1.packWeight ?? 0) * $1.distance } / distance
    }
  }

  /// Gives the only load of a ruck the pack weight, after that was changed alone.
  func alignLoad() {
    let loads = loadSegments
    if loads.count == 1, loads[0].packWeight != packWeight { loads[0].packWeight = packWeight }
  }

  /// Replaces the surface; segments with the ruck's surface follow.
  func changeSurface(to surface: WalkingSurface?) {
    for segment in loadSegments where segment.surface == self.surface { segment.surface = surface }
    self.surface = surface
  }

  /// Calculates the energy of each segment with a load of its own.
  func deriveLoadEnergy(_ track: [TrackPoint], _ schedule: LoadSchedule) {
    for segment in loadSegments {
      let times = segment.startTime...max(segment.startTime, segment.endTime)
      let first = track.firstIndex { $0.timestamp.map(times.contains) ?? false }
      guard let first else { continue }
      let end = track[first...].firstIndex { !($0.timestamp.map(times.contains) ?? true) }
      // The step from the point before the segment belongs to it, unless there is a gap.
      let isContinued = first > 0 && track[first - 1].segment == track[first].segment
      var carrier = schedule.base
      carrier.load = max(0, Mass.kilograms(pounds: segment.packWeight ?? packWeight))
      if let surface = segment.surface { carrier.terrainFactor = surface.terrainFactor }
      var analyzer = TrackAnalyzer(equation: .pandolfSantee, carrier: carrier)
      for point in track[(isContinued ? first - 1 : first)..<(end ?? track.endIndex)] {
        analyzer.add(point)
      }
      segment.calories = analyzer.energyEstimate()?.kilocalories ?? 0
    }
  }
}
