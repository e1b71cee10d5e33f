// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData

/// A device: the file of a store and, while its app runs, the mirror and the engine's sync machine.
final class SimulatedDevice {
  static let zone = CKRecordZone.ID(zoneName: "Cairn")

  let number: Int
  private(set) var version: TourVersion
  let clock: DeviceClock
  let file: URL
  let columns: ModelColumns
  private let chance: Chance
  private let batchSize: Int

  /// The state of a running app.
  struct Program {
    let container: ModelContainer
    let context: ModelContext
    let course: MirrorCourse
    var machine: SyncMachine?
    /// Whether the device is connected to the notification stream.
    var isListening = false
    /// Whether the machine has requested the notification stream.
    var listens = false
    var wake = 0
    /// The fetches that the handling of the current event waits for.
    var orders: [MirrorCourse.Order] = []
    var isHandling = false
  }

  var program: Program?
  /// The number of starts and new engines; events for an earlier one are ignored.
  var life = 0
  var isCutOff = false
  var isSignedOut = false
  /// The identities of objects by record name, for the log of conflicts.
  var names: [String: String] = [:]
  var conflicts: Set<Oracle.Lost> = []

  init(
    _ number: Int, _ version: TourVersion, in folder: URL, _ clock: DeviceClock, _ chance: Chance,
    batchSize: Int
  ) throws {
    self.number = number
    self.version = version
    self.clock = clock
    self.chance = chance
    self.batchSize = batchSize
    columns = try ModelColumns()
    file = folder.appending(path: "device\(number).store")
  }

  /// Starts the app.
  func start() throws {
    let clock = clock
    let chance = chance
    var configuration = ModelConfiguration(
      url: file, cloudKitDatabase: .none)
    configuration.history.clock = ModelConfiguration.WallClock { clock.date }
    configuration.lockTimeout = 1
    let container = try ModelContainer(
      for: version.schema, configurations: [configuration])
    let context = ModelContext(container)
    let mirror = try Mirror(
      context, store: 0,
      layout: RecordLayout(context.layout(ofStore: 0), options: version.options),
      Mirror.Surroundings(
        now: { clock.now }, newName: { Self.name(chance) }, newNode: { chance.next() | 1 },
        transport: Self.transport))
    let course = MirrorCourse(mirror, batchSize: batchSize)
    program = Program(container: container, context: context, course: course)
    life += 1
  }

  /// Ends the app at any point.
  func stop() {
    program = nil
    life += 1
  }

  /// Replaces the app with the newest version, without starting it.
  func upgrade() {
    stop()
    version = .new
  }

  private static func name(_ chance: Chance) -> String {
    "R" + String(chance.next(), radix: 36, uppercase: true)
  }

  private static var transport: FieldTransport {
    FieldTransport(
      zone: zone, file: { _ in throw SimulationError("there are no files") },
      contents: { _ in throw SimulationError("there are no files") }, seal: { data, _ in data },
      open: { data, _ in data }, keyName: { nil })
  }

  // MARK: Data

  func contents() throws -> Contents {
    guard let program else { return Contents() }
    return try Contents(of: program.context)
  }

  /// Collects the names of records and the log of conflicts before they can be lost.
  func harvest() throws {
    guard let program else { return }
    let layout = program.context.layout(ofStore: 0)
    try program.context.reading(store: 0) { tables in
      for entity in layout.entities {
        let identity = TourVersion.identity(of: entity.name)
        try tables.run(
          "SELECT r.name, o.\"\(identity)\" FROM _cairn_sync_record r JOIN \"\(entity.table)\" o "
            + "ON r.key = o._pk WHERE r.home = ?", [.text(entity.table)]
        ) { row in
          if let name = row.text(0), let key = row.text(1) { names[name] = "\(entity.name) \(key)" }
        }
      }
    }
    for conflict in try program.course.mirror.conflicts() {
      conflicts.insert(
        Oracle.Lost(
          record: conflict.recordName, field: conflict.propertyName,
          value: conflict.valueDescription ?? "-"))
    }
    for (entity, lost) in try program.course.mirror.lostRows() {
      for row in lost.rows {
        let values = Dictionary(uniqueKeysWithValues: zip(lost.columns, row.map(Contents.word)))
        guard let key = values[TourVersion.identity(of: entity)] else { continue }
        // A row has no record of its own.
        let id = "\(entity) \(key)"
        names[id] = id
        for (field, value) in values {
          conflicts.insert(Oracle.Lost(record: id, field: field, value: value))
        }
      }
    }
  }
}
