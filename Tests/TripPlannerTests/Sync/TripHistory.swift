// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudTestSupport
import Foundation
import SwiftData

@testable import TripPlanner

/// A random history of devices of one user, which import, add, edit, delete, restore, undo and sync.
///
/// The parts are journeys, plans, bookings, packing lists, costs and templates. One of the devices may have version 1
/// of the app, which has neither bookings nor costs.
struct TripHistory {
  private static let stepCount = 36
  /// The maximum number of rounds after which all devices have all changes.
  private static let finalRounds = 4

  let devices: [TripDevice]
  /// A device with version 1 of the app.
  let old: TripDevice?
  let seed: UInt64
  var random: SeededRandom
  /// The operations so far, for the message of a failure.
  var steps: [String] = []

  init(seed: UInt64, on cloud: RunningCloud) async throws {
    self.seed = seed
    random = SeededRandom(seed: seed)
    let key = CloudKitEncryptionKey.random()
    let user = "user\(seed)"
    var devices: [TripDevice] = []
    for name in ["first", "second", "third"].prefix(Int.random(in: 2...3, using: &random)) {
      devices.append(try await TripDevice(cloud, name, key: key, of: user))
    }
    self.devices = devices
    old =
      Bool.random(using: &random)
      ? try await TripDevice(cloud, "old", key: key, schema: TripDataSchemaV1.self, of: user) : nil
  }

  /// Runs the history, and returns the differences between the devices at its end.
  mutating func run() async throws -> [String] {
    for _ in 0..<Self.stepCount {
      if let old, chance(5) {
        try await editOld(old)
      } else {
        try await step(Int.random(in: 0..<devices.count, using: &random))
      }
    }
    for round in 0..<Self.finalRounds {
      let before = try lastTransactions()
      for device in allDevices { try await device.sync.syncNow() }
      // The first round has sent all changes. After a round without a new transaction, nothing is left to receive.
      if round > 0, try lastTransactions() == before { break }
    }
    return try await differences()
  }

  private var allDevices: [TripDevice] { devices + [old].compactMap(\.self) }

  /// The number of the last transaction of each device.
  private func lastTransactions() throws -> [Int64] {
    try allDevices.map { device in
      var last = HistoryDescriptor<DefaultHistoryTransaction>(
        sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)])
      last.fetchLimit = 1
      return try ModelContext(device.container).fetchHistory(last).first?.transactionIdentifier ?? 0
    }
  }

  private mutating func step(_ index: Int) async throws {
    switch Int.random(in: 0..<16, using: &random) {
    case 0...3: try await importFile(index)
    case 4: try await add(index)
    case 5...7: try await edit(index)
    case 8...10: try await changeDeletion(index)
    case 11: try await undo(index)
    case 12:
      steps.append("\(index) redoes")
      try await tolerating { [library = devices[index].library] in try await library.redo() }
    default:
      steps.append("\(index) syncs")
      try await devices[index].sync.syncNow()
    }
  }

  // MARK: Random choices

  /// True once in a number of times.
  mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  /// A value that other edits have, too.
  mutating func digit() -> Int { Int.random(in: 0..<9, using: &random) }

  /// A trip of a device that is not deleted.
  mutating func trip(of index: Int) async throws -> UUID? {
    try await devices[index].library.trips(.all).map(\.id).sorted()
      .randomElement(using: &random)
  }

  /// A part of a random trip of a device.
  mutating func part<Snapshot: EntitySnapshot>(
    _ type: Snapshot.Type, of index: Int
  ) async throws -> UUID? {
    guard let trip = try await trip(of: index) else { return nil }
    return try await devices[index].library.items(type, in: trip).map(\.id).sorted()
      .randomElement(using: &random)
  }

  /// An identifier that a repeated run has, too.
  func identifier() -> UUID { UUID(namespace: .tripNamespace, name: "\(seed):\(steps.count)") }

  // MARK: Undo

  private mutating func undo(_ index: Int) async throws {
    let isSkipping = Bool.random(using: &random)
    steps.append("\(index) undoes\(isSkipping ? " past refused changes" : "")")
    try await tolerating { [library = devices[index].library] in
      try await library.undo(isSkipping: isSkipping)
    }
  }

  /// Undo and redo are refused without a change, and if a value has changed since.
  private func tolerating(_ body: () async throws -> UndoResult) async throws {
    do {
      _ = try await body()
    } catch TripLibraryError.nothingToUndo, TripLibraryError.nothingToRedo {
    } catch TripLibraryError.changedSince {
    }
  }
}

/// An operation that must succeed and did not.
struct TripHistoryError: Error {
  let message: String
}
