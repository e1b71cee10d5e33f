// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import CloudKitServer
import Foundation
import SwiftData

/// One simulated run of a user's devices, with faults of the network, clocks, disks and server.
///
/// All events run in one task, one after another, at virtual times and with one random number generator:
/// a seed reproduces its run. The devices are real stores with their mirrors and the sync machines of their
/// engines. The server consists of its real services with their storage.
package final class Simulation {
  /// A point at which the first device's app crashes.
  package enum CrashPoint: Hashable, Sendable {
    /// Before it handles the event with a number, from 1.
    case event(Int)
    /// In the disk write with a number, from 1.
    case write(Int)
  }

  /// The result of a run.
  package struct Outcome: Sendable {
    package var seed: UInt64
    /// The SHA-256 of the trace.
    package var hash = ""
    package var steps = 0
    package var faults: [SimulationPlan.Fault: Int] = [:]
    /// The problems; empty if there are none.
    package var problems: [String] = []
    /// The last lines of the trace, if there are problems.
    package var trace: [String] = []
  }

  /// The limit of a run in virtual milliseconds.
  static let patience: Int64 = 6 * 3_600_000
  /// The greatest number of events in one phase of a run.
  static let longest = 20_000

  let seed: UInt64
  let cloud: SimulatedCloud
  let chance: Chance
  var plan: SimulationPlan
  let clock = VirtualClock()
  let start: Int64
  let folder: URL
  let service: SimulatedService
  let server: SyncServer
  let database: CKDatabase
  let user: String
  var devices: [SimulatedDevice] = []
  var queue = EventQueue()
  var trace = Trace()
  var oracle = Oracle()
  var editor: EditMaker
  var outcome: Outcome
  var editsLeft = 0
  var isServerDown = false
  var isHealed = false
  /// Whether this run has created a backup of the server.
  var hasBackup = false
  /// Whether a test determines the events.
  var isScripted = false
  /// The number of the next failing disk operation, by device.
  var brokenDisks: [Int: Int] = [:]
  /// The point at which the first device's app crashes, in a scripted run; nil after the crash.
  var crashPoint: CrashPoint?
  var isWriteArmed = false
  /// The contents before a save during which the app ended, by device.
  var unsure: [Int: Contents] = [:]
  /// Copies of devices: their files, and the end of the oracle's record at that time.
  var copies: [Int: (folder: URL, place: [Int])] = [:]

  init(
    seed: UInt64, _ plan: SimulationPlan?, _ cloud: SimulatedCloud, _ user: String, _ folder: URL
  ) throws {
    self.seed = seed
    self.cloud = cloud
    self.folder = folder
    self.user = user
    chance = Chance(seed: seed)
    let drawn = SimulationPlan(chance)
    self.plan = plan ?? drawn
    editor = EditMaker(chance, rowEdits: self.plan.rowEdits)
    outcome = Outcome(seed: seed)
    start = clock.now
    service = SimulatedService(cloud, user: user, clock, pageLimit: self.plan.pageLimit)
    var policy = RetryPolicy()
    policy.attempts = 1
    let container = CKContainer(
      identifier: SimulatedCloud.container, service: service, policy: policy)
    database = container.privateCloudDatabase
    server = SyncServer(database, pageSize: 1)
  }

  /// Performs the run of a seed, with a given plan or the seed's own.
  static func run(
    seed: UInt64, plan: SimulationPlan? = nil, on cloud: SimulatedCloud, in parent: URL
  ) async throws -> Outcome {
    let folder = parent.appending(path: "history-\(seed)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let simulation = try Simulation(
      seed: seed, plan, cloud, try await cloud.addUser(), folder)
    return await simulation.run()
  }

  private func run() async -> Outcome {
    do {
      try begin()
      try await happen()
      try await end()
    } catch {
      outcome.problems.append("the history broke off: \(error)")
    }
    outcome.hash = trace.hash
    outcome.steps = trace.count
    if !outcome.problems.isEmpty { outcome.trace = trace.last }
    for device in devices { device.stop() }
    return outcome
  }

  func note(_ line: @autoclosure () -> String) { trace.note("\(clock.now - start) \(line())") }

  /// The time of the sync machines' clocks in seconds.
  var seconds: Double { Double(clock.now - start) / 1000 }

  // MARK: Events

  func begin() throws {
    note("plan \(plan.faults.map(\.rawValue).sorted()) \(plan.devices) \(plan.edits)")
    for number in 0..<plan.devices {
      let version: TourVersion =
        plan.faults.contains(.oldVersion) && number == plan.devices - 1 ? .old : .new
      let lead = plan.faults.contains(.wrongClock) ? wrongLead() : 0
      let device = try SimulatedDevice(
        number, version, in: folder, DeviceClock(clock, lead: lead), chance,
        batchSize: plan.batchSize)
      devices.append(device)
      try start(device)
    }
    oracle.areAnswersSure = plan.faults.isSubset(of: [.wrongClock, .lostNews, .oldVersion])
    editsLeft = plan.edits
    // A test determines all further events.
    if isScripted { return }
    queue.add(.edit, at: clock.now + 10, device: 0)
    for fault in plan.faults.sorted(by: { $0.rawValue < $1.rawValue }) { planFault(fault) }
  }

  func wrongLead() -> Int64 {
    let most = [5_000, 600_000, 5 * 86_400_000][chance.number(0..<3)]
    return Int64(chance.number(0..<2 * most + 1) - most)
  }

  func happen(until end: Int64? = nil) async throws {
    var events = 0
    while let event = queue.next(until: end) {
      guard event.time - start < Self.patience else {
        outcome.problems.append("the devices don't come to rest: \(unrest)")
        return
      }
      events += 1
      guard events < Self.longest else {
        outcome.problems.append(
          "after \(Self.longest) steps there is no end: \(unrest), \(event.kind)")
        return
      }
      clock.now = Swift.max(clock.now, event.time)
      try await take(event)
      if editsLeft == 0, !isHealed, !isScripted { try await heal() }
      if end == nil, isHealed, isAtRest { return }
    }
    if let end { clock.now = end }
  }

  /// Ends all faults.
  func heal() async throws {
    isHealed = true
    note("heal")
    queue.remove {
      if case .fault = $0.kind { return true }
      return false
    }
    for fault in SimulationPlan.Fault.allCases { try await recover(fault, nil) }
  }

  /// Whether only polls of the server are scheduled.
  private var isAtRest: Bool {
    if queue.contains(where: { if case .wake = $0.kind { false } else { true } }) { return false }
    return devices.allSatisfy { device in
      guard let program = device.program, let machine = program.machine else { return false }
      return program.course.failure == nil && program.course.status.pendingCount == 0
        && program.isListening && machine.unfetchedZoneIDs.isEmpty && machine.nextSend == nil
        && machine.nextFetch == nil
    }
  }

  private var unrest: String {
    devices.map { device in
      let status = device.program?.course.status
      return "device \(device.number) pending \(status?.pendingCount ?? -1) refused "
        + "\(status?.rejectedCount ?? -1) error \(status?.lastError.map { "\($0)" } ?? "none")"
    }.joined(separator: ", ")
  }

  // MARK: The end

  func end() async throws {
    guard outcome.problems.isEmpty else { return }
    for device in devices { try device.harvest() }
    // A new device fetches the server's data.
    let witness = try SimulatedDevice(
      devices.count, .new, in: folder, DeviceClock(clock, lead: 0), chance, batchSize: 50)
    devices.append(witness)
    try start(witness)
    try await happen()
    guard outcome.problems.isEmpty else { return }
    try witness.harvest()
    let end = try witness.contents()
    note("end \(end.words)")
    for device in devices.dropLast() {
      let differences = try device.contents().differences(to: end.known(to: device.version))
      for line in differences.prefix(5) {
        outcome.problems.append("device \(device.number) / a new one: \(line)")
      }
      if let status = device.program?.course.status, status.rejectedCount > 0 {
        outcome.problems.append("device \(device.number): \(status.rejectedCount) refused")
      }
    }
    guard outcome.problems.isEmpty else { return }
    var names: [String: String] = [:]
    var conflicts: Set<Oracle.Lost> = []
    for device in devices {
      names.merge(device.names) { one, _ in one }
      conflicts.formUnion(device.conflicts)
    }
    outcome.problems = oracle.check(end, conflicts, names)
  }
}
