// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftData

extension Mirror {
  /// The last status stored by the process that mirrors the store, with current counts.
  package func status() throws -> SyncStatus {
    try context.reading(store: store) { tables in
      let tables = MirrorTables(tables)
      var status = try tables.status()?.status ?? SyncStatus()
      status.pendingCount = try tables.countToBeSent()
      status.rejectedCount = try tables.countRefused()
      status.withheldCount = try tables.countWithheld()
      return status
    }
  }

  /// Whether encrypted values were withheld, or could not be decrypted, since the device last had a key.
  package func hasLockedFields() throws -> Bool {
    try context.reading(store: store) { try MirrorTables($0).integer(.locked) != nil }
  }

  /// Stores a status for other processes, unless it is unchanged.
  package func keep(_ status: SyncStatus) throws {
    let new = NotedStatus(status)
    if try context.reading(store: store, { try MirrorTables($0).status() }) == new { return }
    try transaction { tables in
      let data = try JSONEncoder().encode(new)
      try tables.set(.status, .text(String(decoding: data, as: UTF8.self)))
    }
  }

  /// The numbers of records received and sent.
  package func counts() throws -> SyncCounts {
    try context.reading(store: store) { tables in
      var counts = SyncCounts()
      counts.received = try MirrorTables(tables).integer(.received) ?? 0
      counts.sent = try MirrorTables(tables).integer(.sent) ?? 0
      return counts
    }
  }

  // MARK: Requests of other processes

  /// Requests a sync from the process that mirrors the store, and returns the number of the
  /// request.
  package func ask() throws -> Int64 {
    try transaction { tables in
      let number = (try tables.integer(.asked) ?? 0) + 1
      try tables.set(.asked, .integer(number))
      return number
    }
  }

  /// The number of the last request; nil if it has a response.
  package func unanswered() throws -> Int64? {
    try context.reading(store: store) { tables in
      let tables = MirrorTables(tables)
      guard let asked = try tables.integer(.asked), asked > (try tables.integer(.answered) ?? 0)
      else { return nil }
      return asked
    }
  }

  /// Records the response to all requests up to a number; `failure` is nil for success.
  package func answer(_ number: Int64, _ failure: NotedStatus.Failure?) throws {
    try transaction { tables in
      try tables.set(.answered, .integer(number))
      let data = try failure.map { try JSONEncoder().encode($0) }
      try tables.set(.answer, data.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null)
    }
  }

  /// The response to a request.
  package func answer(to number: Int64) throws -> RequestAnswer {
    try context.reading(store: store) { tables in
      let tables = MirrorTables(tables)
      guard try tables.integer(.answered) ?? 0 >= number else { return .missing }
      guard let text = try tables.text(.answer),
        let failure = try? JSONDecoder().decode(NotedStatus.Failure.self, from: Data(text.utf8))
      else { return .done }
      return .failed(failure)
    }
  }

  /// The response to the request of another process.
  package enum RequestAnswer: Sendable, Hashable {
    /// There is no response yet.
    case missing
    /// The sync succeeded.
    case done
    /// The sync failed.
    case failed(NotedStatus.Failure)
  }
}

extension MirrorTables {
  /// The stored status; nil if there is none, or another version has stored it.
  func status() throws -> NotedStatus? {
    try text(.status).flatMap {
      try? JSONDecoder().decode(NotedStatus.self, from: Data($0.utf8))
    }
  }

  /// Adds to a counter.
  func add(_ count: Int, to item: Item) throws {
    if count > 0 { try set(item, .integer((try integer(item) ?? 0) + Int64(count))) }
  }
}
