// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation
import Synchronization
import Testing

@Suite(.serialized) struct ConcurrentUseTests {
  private static let writers = 16
  private static let batches = 12

  /// Each reader fetches changes during the writes, and ends with the contents of a full fetch.
  @Test func `concurrent readers miss no changes during concurrent writes`() async throws {
    let cloud = try await Cloud()
    try await cloud.makeZone()
    let unfinished = Countdown(Self.writers)
    try await withThrowingTaskGroup { group in
      for writer in 0..<Self.writers {
        group.addTask {
          defer { unfinished.countDown() }
          for batch in 0..<Self.batches {
            var operations = try (0..<5).map {
              try RecordOperation.note(.create, "\(writer)-\(batch)-\($0)", [("n", .int64(0))])
            }
            // All write to common records, and delete a record of their previous batch.
            operations.append(
              try .note(.forceUpdate, "common\(batch % 4)", [("n", .int64(Int64(writer)))]))
            if batch > 0 { operations.append(try .note(.forceDelete, "\(writer)-\(batch - 1)-0")) }
            try await cloud.modify(operations)
          }
        }
      }
      for reader in 0..<Self.writers {
        group.addTask {
          var seen: [String: String] = [:]
          var (token, isLast): (String?, Bool) = (nil, false)
          while !isLast {
            let areDone = unfinished.isOver
            let options = ZoneChangesOptions(resultsLimit: 3 + reader * 13)
            let page = try #require(try await cloud.pull(options, since: token).changes)
            for change in page.records { Self.apply(change, to: &seen) }
            token = page.syncToken
            isLast = areDone && !page.moreComing
          }
          #expect(try await seen == Self.everything(cloud))
        }
      }
      try await group.waitForAll()
    }
    let count = Self.writers * (Self.batches * 5 - (Self.batches - 1)) + 4
    #expect(try await Self.everything(cloud).count == count)
  }

  private static func apply(_ change: RecordResult, to seen: inout [String: String]) {
    switch change {
    case .record(let record): seen[record.recordName ?? ""] = record.recordChangeTag
    case .deleted(let record): seen[record.recordName] = nil
    case .failure: Issue.record("a failure among changes")
    }
  }

  private static func everything(_ cloud: Cloud) async throws -> [String: String] {
    var (seen, token): ([String: String], String?) = ([:], nil)
    while true {
      let page = try #require(try await cloud.pull(since: token).changes)
      for change in page.records { apply(change, to: &seen) }
      token = page.syncToken
      if !page.moreComing { return seen }
    }
  }

  /// Of several updates with the same tag, one succeeds.
  @Test func `one of several concurrent updates with the same tag succeeds`() async throws {
    let cloud = try await Cloud()
    try await cloud.modify([.note(.create, "a", [("n", .int64(0))])], zone: nil)
    let codes = try await withThrowingTaskGroup(of: ServerErrorCode?.self) { group in
      for writer in 0..<Self.writers {
        group.addTask {
          let update = try RecordOperation.note(
            .update, "a", [("n", .int64(Int64(writer)))], tag: "1")
          return try await cloud.modify([update], zone: nil)[0].code
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.filter { $0 == nil }.count == 1)
    #expect(codes.filter { $0 == .conflict }.count == Self.writers - 1)
  }
}

/// The number of unfinished tasks.
private final class Countdown: Sendable {
  private let left: Atomic<Int>

  init(_ count: Int) { left = Atomic(count) }

  func countDown() { left.subtract(1, ordering: .sequentiallyConsistent) }

  var isOver: Bool { left.load(ordering: .sequentiallyConsistent) == 0 }
}
