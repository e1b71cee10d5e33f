// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

/// The fastest part of a session over a record's distance or time.
struct BestEffort: Sendable, Hashable {
  /// Metres.
  var distance: Double
  /// Seconds.
  var duration: Double
  /// True if the effort is over a distance, false if it is over a time.
  var isOverDistance: Bool
}

/// Values of sessions that follow from all of their strokes, in memory.
///
/// Records and load need a few numbers of each session. The strokes of ten seasons are millions of
/// rows, which are read once in the library's lifetime, and again after a change.
struct StrokeValueCache {
  /// The values of one session; nil before they are calculated.
  struct Entry {
    var efforts: [BestEffort]?
    var heartRates: [HeartRateSample]?
  }

  /// The maximum number of sessions with values, which bounds the memory.
  static let limit = 20_000
  /// The maximum number of changed strokes whose sessions are looked up; more of them remove all
  /// entries.
  static let lookupLimit = 500

  /// The position in the store's history up to which the entries are valid.
  var position: DefaultHistoryToken?

  private var entries: [PersistentIdentifier: Entry] = [:]

  /// The values of a session.
  subscript(session: PersistentIdentifier) -> Entry {
    get { entries[session] ?? Entry() }
    set {
      if entries.count >= Self.limit, entries[session] == nil { entries.removeAll() }
      entries[session] = newValue
    }
  }

  /// Removes the values of sessions.
  mutating func remove(_ sessions: some Sequence<PersistentIdentifier>) {
    for session in sessions { entries[session] = nil }
  }

  /// Removes all values.
  mutating func removeAll() { entries.removeAll() }
}

extension RowingLibrary {
  /// Removes the cached values of sessions that any process has changed since the last call.
  ///
  /// The position is read before the strokes: a save in between removes their values later.
  func validateCache() throws {
    guard let position = cache.position else { return try clearCache() }
    let transactions: [DefaultHistoryTransaction]
    do {
      transactions = try modelContext.fetchHistory(
        HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > position }))
    } catch let error as SwiftDataError where error == .historyTokenExpired {
      return try clearCache()
    }
    var sessions: Set<PersistentIdentifier> = []
    var (strokes, parts): (Set<PersistentIdentifier>, Set<PersistentIdentifier>) = ([], [])
    for change in transactions.flatMap(\.changes) {
      let identifier = change.changedPersistentIdentifier
      switch (change, identifier.entityName) {
      case (_, "RowingSession"): sessions.insert(identifier)
      // An inserted or deleted stroke or interval is also an update of its session.
      case (.update, "PerformanceMetric"): strokes.insert(identifier)
      case (.update, "RowingInterval"): parts.insert(identifier)
      default: break
      }
    }
    guard strokes.count + parts.count <= StrokeValueCache.lookupLimit else {
      return try clearCache()
    }
    cache.remove(sessions)
    cache.remove(try self.sessions(ofStrokes: Array(strokes)))
    cache.remove(try self.sessions(ofParts: Array(parts)))
    cache.position = transactions.last?.token ?? position
  }

  /// Removes all values, and begins at the present end of the history.
  private func clearCache() throws {
    cache.removeAll()
    var newest = HistoryDescriptor<DefaultHistoryTransaction>(
      sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
    newest.fetchLimit = 1
    cache.position = try modelContext.fetchHistory(newest).first?.token
  }

  private func sessions(ofStrokes ids: [PersistentIdentifier]) throws -> [PersistentIdentifier] {
    guard !ids.isEmpty else { return [] }
    return try modelContext.fetch(
      FetchDescriptor<PerformanceMetric>(
        predicate: #Predicate { ids.contains($0.persistentModelID) })
    ).compactMap { $0.session?.persistentModelID }
  }

  private func sessions(ofParts ids: [PersistentIdentifier]) throws -> [PersistentIdentifier] {
    guard !ids.isEmpty else { return [] }
    return try modelContext.fetch(
      FetchDescriptor<RowingInterval>(predicate: #Predicate { ids.contains($0.persistentModelID) })
    ).compactMap { $0.session?.persistentModelID }
  }

  // MARK: Values

  /// Returns the fastest parts of a session; call ``validateCache()`` first.
  func bestEfforts(of session: RowingSession) throws -> [BestEffort] {
    let key = session.persistentModelID
    if let known = cache[key].efforts { return known }
    let parts = try segments(of: session).points(machine: session.machine)
      .map { BestEfforts($0) }
    var efforts: [BestEffort] = []
    for distance in RecordPieces.distances {
      guard let time = parts.compactMap({ $0.shortestTime(over: distance) }).min() else { break }
      efforts.append(BestEffort(distance: distance, duration: time, isOverDistance: true))
    }
    for duration in RecordPieces.durations {
      guard let distance = parts.compactMap({ $0.longestDistance(in: duration) }).max() else {
        break
      }
      efforts.append(BestEffort(distance: distance, duration: duration, isOverDistance: false))
    }
    efforts = efforts.filter {
      RowingFigures.isPlausible(
        distance: $0.distance, duration: $0.duration, machine: session.machine)
    }
    cache[key].efforts = efforts
    return efforts
  }

  /// Returns the time at each heart rate of a session's strokes; call ``validateCache()`` first.
  func heartRates(ofStrokes session: RowingSession) throws -> [HeartRateSample] {
    let key = session.persistentModelID
    if let known = cache[key].heartRates { return known }
    var rates: [HeartRateSample] = []
    if try hasHeartRates(session.id) {
      var durations: [Double: Double] = [:]
      for sample in try segments(of: session).heartRates {
        durations[sample.heartRate, default: 0] += sample.duration
      }
      rates = durations.sorted { $0.key < $1.key }
        .map { HeartRateSample(duration: $0.value, heartRate: $0.key) }
    }
    cache[key].heartRates = rates
    return rates
  }

  private func hasHeartRates(_ id: UUID) throws -> Bool {
    var descriptor = FetchDescriptor<PerformanceMetric>(
      predicate: #Predicate { $0.session?.id == id && !$0.isRest && $0.heartRate != nil },
      sortBy: [SortDescriptor(\.index)])
    descriptor.fetchLimit = 1
    return try !modelContext.fetch(descriptor).isEmpty
  }

  /// Returns the continuous parts of a session, of strokes with their motion and heart rate only.
  ///
  /// The fetch reads these columns alone: the others, with the force curves, are most of a store.
  private func segments(of session: RowingSession) throws -> StrokeSegments {
    let id = session.id
    var descriptor = FetchDescriptor<PerformanceMetric>(
      predicate: #Predicate { $0.session?.id == id && !$0.isRest },
      sortBy: [SortDescriptor(\.index)])
    descriptor.propertiesToFetch = [
      \.index, \.intervalNumber, \.timestamp, \.elapsedTime, \.distance, \.heartRate,
      \.followsGap,
    ]
    let strokes = try modelContext.fetch(descriptor).map { metric in
      StrokeSnapshot(
        index: metric.index, interval: metric.intervalNumber, timestamp: metric.timestamp,
        elapsed: metric.elapsedTime, distance: metric.distance, heartRate: metric.heartRate,
        followsGap: metric.followsGap)
    }
    return StrokeSegments(
      strokes, intervals: try parts(of: session.id).map { IntervalSnapshot($0) })
  }
}
