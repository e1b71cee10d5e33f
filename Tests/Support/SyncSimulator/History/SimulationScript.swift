// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKitMirroring
import Foundation

/// A run in which a test determines the events, instead of random numbers.
package final class SimulationScript {
  private let simulation: Simulation
  private let cloud: SimulatedCloud

  private init(_ simulation: Simulation, _ cloud: SimulatedCloud) {
    self.simulation = simulation
    self.cloud = cloud
  }

  /// Runs a script with a number of devices, and removes their data at the end.
  ///
  /// - Parameters:
  ///   - devices: The number of devices.
  ///   - withOld: Whether the last device has the old version of the models.
  ///   - body: The script.
  /// - Throws: An error of the script or of the simulation.
  package static func run(
    devices: Int = 2, withOld: Bool = false, _ body: (SimulationScript) async throws -> Void
  ) async throws {
    faulty_vfs_install()
    let folder = SimulationRun.parent.appending(path: "cairn-script-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let cloud = try await SimulatedCloud(in: folder.appending(path: "cloud"))
    var plan = SimulationPlan()
    plan.devices = devices
    plan.edits = 0
    plan.rate = 1000
    if withOld { plan.faults = [.oldVersion] }
    let simulation = try Simulation(seed: 1, plan, cloud, try await cloud.addUser(), folder)
    simulation.isScripted = true
    try simulation.begin()
    simulation.plan.faults = []
    let script = SimulationScript(simulation, cloud)
    try await script.settle()
    try await body(script)
    for device in simulation.devices { device.stop() }
    try await cloud.remove()
  }

  /// Performs edits of a user on a device and saves them.
  package func edit(_ device: Int, _ edits: Edit...) throws {
    let device = simulation.devices[device]
    try simulation.save(edits, on: device, try device.contents())
  }

  /// Performs edits on a device whose disk fails when the mirror enqueues the saved changes.
  package func editWithoutNote(_ device: Int, _ edits: Edit...) throws {
    let device = simulation.devices[device]
    let path = simulation.path(of: device)
    try device.perform(edits, on: try device.contents())
    faulty_vfs_arm(path, FAULTY_WRITE_ERROR, 1)
    simulation.onDisk(device) { simulation.take($0.storeDidChange(), device) }
    faulty_vfs_disarm(path)
  }

  /// Ends the first device's app at a point; it restarts soon after.
  package func crash(at point: Simulation.CrashPoint) { simulation.crashPoint = point }

  /// Whether the app has ended at the crash point.
  package var hasCrashed: Bool { simulation.crashPoint == nil }

  /// Waits until the app of a device runs.
  package func awaitProgram(_ device: Int) async throws {
    while simulation.devices[device].program == nil { try await pass(milliseconds: 50) }
  }

  /// The problems of the devices' final data, compared with all edits; empty if there are none.
  package func problems() async throws -> [String] {
    simulation.crashPoint = nil
    faulty_vfs_disarm(simulation.path(of: simulation.devices[0]))
    try await settle()
    simulation.oracle.areAnswersSure = false
    try await simulation.end()
    return simulation.outcome.problems
  }

  /// Advances the time; unfinished events continue later.
  package func pass(milliseconds: Int64) async throws {
    try await simulation.happen(until: simulation.clock.now + milliseconds)
  }

  /// Ends all faults, and waits until all devices are idle.
  package func settle() async throws {
    simulation.plan.faults = []
    try await simulation.heal()
    try await pass(milliseconds: 1_000)
    try await simulation.happen()
    if let problem = simulation.outcome.problems.first { throw SimulationError(problem) }
  }

  /// Sets the faults of all further requests.
  package func setFaults(_ faults: Set<SimulationPlan.Fault>) {
    simulation.isHealed = false
    simulation.plan.faults = faults
  }

  /// Disconnects a device from the network.
  package func cutOff(_ device: Int) { simulation.setCutOff(simulation.devices[device], true) }

  package func reconnect(_ device: Int) {
    let device = simulation.devices[device]
    if device.isCutOff { simulation.setCutOff(device, false) }
  }

  /// Signs the user of a device out, or in again.
  package func setSignedOut(_ device: Int, _ isSignedOut: Bool) {
    simulation.setSignedOut(simulation.devices[device], isSignedOut)
  }

  /// Begins a fault of a device or the server that does not concern the network.
  package func suffer(_ fault: SimulationPlan.Fault, _ device: Int) async throws {
    simulation.isHealed = false
    try await simulation.begin(fault, device)
  }

  /// Sets a device's clock ahead, in milliseconds.
  package func setClock(of device: Int, ahead: Int64) {
    simulation.devices[device].clock.set(lead: ahead)
  }

  /// Upgrades the last device to the new version.
  package func upgrade() throws {
    guard try simulation.upgrade() else { throw SimulationError("there is no old device") }
  }

  /// The fields of an object on a device; nil if it does not exist.
  package func fields(_ device: Int, _ id: String) throws -> [String: String]? {
    try simulation.devices[device].contents().items[id]?.fields
  }

  /// The pairs on a device.
  package func pairs(_ device: Int) throws -> Set<String> {
    try simulation.devices[device].contents().pairs
  }

  /// The members of a list in order.
  package func list(_ device: Int, _ list: String) throws -> [String] {
    try simulation.devices[device].contents().lists[list] ?? []
  }

  /// The values in a device's log of conflicts, as "field=value", sorted.
  package func conflicts(_ device: Int) throws -> [String] {
    try simulation.devices[device].program?.course.mirror.conflicts().map {
      "\($0.propertyName ?? "deletion")=\($0.valueDescription ?? "-")"
    }.sorted() ?? []
  }

  /// The number of rejected and deferred records of a device.
  package func refused(_ device: Int) -> Int {
    simulation.devices[device].program?.course.status.rejectedCount ?? 0
  }
}
