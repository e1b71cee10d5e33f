// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The fastest effort over a distance, with its ruck.
public struct EffortRecord: Sendable, Hashable, Codable {
  /// The effort.
  public var effort: BestEffort
  /// The band of the ruck's pack.
  public var band: LoadBand
  /// The ruck.
  public var ruck: RuckSummary

  /// Creates a record.
  public init(effort: BestEffort, ruck: RuckSummary) {
    self.effort = effort
    self.ruck = ruck
    band = LoadBand(packWeight: ruck.packWeight)
  }
}

/// The largest value of a ruck within a band of load.
public struct RuckRecordEntry: Sendable, Hashable, Codable {
  /// The band of the ruck's pack.
  public var band: LoadBand
  /// The value, in the unit of its list.
  public var value: Double
  /// The ruck.
  public var ruck: RuckSummary

  /// Creates an entry.
  public init(value: Double, ruck: RuckSummary) {
    self.value = value
    self.ruck = ruck
    band = LoadBand(packWeight: ruck.packWeight)
  }
}

/// The records of a person, by band of load.
///
/// ```swift
/// for record in try await library.records().fastest {
///   print(record.effort.distance, record.band.rawValue, record.effort.time)
/// }
/// ```
///
/// Rucks that are too fast to walk, and rucks without times, set no records.
public struct PersonalRecords: Sendable, Hashable, Codable {
  /// The fastest efforts, by distance and then by band.
  public var fastest: [EffortRecord] = []
  /// The longest ruck of each band, in metres.
  public var longest: [RuckRecordEntry] = []
  /// The ruck with the most work of each band: pack times distance, in kilogram-kilometres.
  public var mostWork: [RuckRecordEntry] = []
  /// The ruck with the most climb of each band, in metres.
  public var mostClimb: [RuckRecordEntry] = []

  /// Creates empty records.
  public init() {}

  /// Selects the records of rucks.
  ///
  /// - Parameter rucks: The rucks with their efforts; the earlier of two equal rucks has the record.
  init(_ rucks: [(ruck: RuckSummary, efforts: [BestEffort])]) {
    let ordered = rucks.filter { $0.ruck.isTimed && !$0.ruck.isTooFastToWalk }
      .sorted { $0.ruck.isEarlier(than: $1.ruck) }
    var best: [Key: EffortRecord] = [:]
    for (ruck, efforts) in ordered {
      for effort in efforts {
        let record = EffortRecord(effort: effort, ruck: ruck)
        let key = Key(distance: effort.distance, band: record.band)
        if let known = best[key], known.effort.time <= effort.time { continue }
        best[key] = record
      }
    }
    fastest = best.sorted { ($0.key.distance, $0.key.band) < ($1.key.distance, $1.key.band) }
      .map(\.value)
    let summaries = ordered.map(\.ruck)
    longest = Self.largest(summaries) { $0.distance }
    mostWork = Self.largest(summaries) { $0.packWeight * $0.distance / 1000 }
    mostClimb = Self.largest(summaries) { $0.elevationGain }
  }

  private struct Key: Hashable {
    var distance: Double
    var band: LoadBand
  }

  private static func largest(
    _ rucks: [RuckSummary], _ value: (RuckSummary) -> Double
  ) -> [RuckRecordEntry] {
    var best: [LoadBand: RuckRecordEntry] = [:]
    for ruck in rucks {
      let entry = RuckRecordEntry(value: value(ruck), ruck: ruck)
      guard entry.value > 0, entry.value.isFinite else { continue }
      if let known = best[entry.band], known.value >= entry.value { continue }
      best[entry.band] = entry
    }
    return best.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension RuckSummary {
  /// Orders rucks by start, and by identifier if they start at once.
  func isEarlier(than other: RuckSummary) -> Bool {
    (startedAt, id.uuidString) < (other.startedAt, other.id.uuidString)
  }
}
