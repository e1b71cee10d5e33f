// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKitMirroring
import Foundation

/// A history in which a test says what happens, instead of chance.
package final class SimulationScript {
  private let simulation: Simulation
  private let cloud: SimulatedCloud

  private init(_ simulation: Simulation, _ cloud: SimulatedCloud) {
    self.simulation = simulation
    self.cloud = cloud
  }

  /// Runs a history with so many devices, the last of them with the old version of the models if wanted;
  /// all of it goes with the end.
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

  /// Has a user do something on a device, and save it.
  package func edit(_ device: Int, _ edits: Edit...) throws {
    let device = simulation.devices[device]
    try simulation.save(edits, on: device, try device.contents())
  }

  /// The same on a device whose disk fails when what was saved is to be noted.
  package func editWithoutNote(_ device: Int, _ edits: Edit...) throws {
    let device = simulation.devices[device]
    let path = simulation.path(of: device)
    try device.perform(edits, on: try device.contents())
    faulty_vfs_arm(path, FAULTY_WRITE_ERROR, 1)
    simulation.onDisk(device) { simulation.take($0.storeDidChange(), device) }
    faulty_vfs_disarm(path)
  }

  /// Has the first device's program end somewhere; it is started again soon after.
  package func crash(at point: Simulation.CrashPoint) { simulation.crashPoint = point }

  /// Whether the program has ended where it was to.
  package var hasCrashed: Bool { simulation.crashPoint == nil }

  /// Waits until the program of a device runs.
  package func awaitProgram(_ device: Int) async throws {
    while simulation.devices[device].program == nil { try await pass(milliseconds: 50) }
  }

  /// What is wrong with what all devices have in the end, by all that users did; empty if nothing is.
  package func problems() async throws -> [String] {
    simulation.crashPoint = nil
    faulty_vfs_disarm(simulation.path(of: simulation.devices[0]))
    try await settle()
    simulation.oracle.areAnswersSure = false
    try await simulation.end()
    return simulation.outcome.problems
  }

  /// Lets time pass; what was begun in it goes on later.
  package func pass(milliseconds: Int64) async throws {
    try await simulation.happen(until: simulation.clock.now + milliseconds)
  }

  /// Ends all faults, and waits until all devices have nothing left to do.
  package func settle() async throws {
    simulation.plan.faults = []
    try await simulation.heal()
    try await pass(milliseconds: 1_000)
    try await simulation.happen()
    if let problem = simulation.outcome.problems.first { throw SimulationError(problem) }
  }

  /// From now on these happen to each request.
  package func setFaults(_ faults: Set<SimulationPlan.Fault>) {
    simulation.isHealed = false
    simulation.plan.faults = faults
  }

  /// Nothing gets through to a device, nor from it.
  package func cutOff(_ device: Int) { simulation.setCutOff(simulation.devices[device], true) }

  package func reconnect(_ device: Int) {
    let device = simulation.devices[device]
    if device.isCutOff { simulation.setCutOff(device, false) }
  }

  /// Nobody is signed in to a device, or the same user again.
  package func setSignedOut(_ device: Int, _ isSignedOut: Bool) {
    simulation.setSignedOut(simulation.devices[device], isSignedOut)
  }

  /// Something happens to a device that is no matter of the network.
  package func suffer(_ fault: SimulationPlan.Fault, _ device: Int) async throws {
    simulation.isHealed = false
    try await simulation.begin(fault, device)
  }

  /// Sets a device's clock, to milliseconds ahead.
  package func setClock(of device: Int, ahead: Int64) {
    simulation.devices[device].clock.set(lead: ahead)
  }

  /// Puts the new version of the program onto the last device.
  package func upgrade() throws {
    guard try simulation.upgrade() else { throw SimulationError("there is no old device") }
  }

  /// What a device has of an object; nil if it isn't there.
  package func fields(_ device: Int, _ id: String) throws -> [String: String]? {
    try simulation.devices[device].contents().items[id]?.fields
  }

  /// The pairs that a device has.
  package func pairs(_ device: Int) throws -> Set<String> {
    try simulation.devices[device].contents().pairs
  }

  /// The members of a list, in their order.
  package func list(_ device: Int, _ list: String) throws -> [String] {
    try simulation.devices[device].contents().lists[list] ?? []
  }

  /// The values in the log of conflicts of a device, as "field=value", sorted.
  package func conflicts(_ device: Int) throws -> [String] {
    try simulation.devices[device].program?.course.mirror.conflicts().map {
      "\($0.propertyName ?? "deletion")=\($0.valueDescription ?? "-")"
    }.sorted() ?? []
  }

  /// How many records of a device are not taken.
  package func refused(_ device: Int) -> Int {
    simulation.devices[device].program?.course.status.refusedCount ?? 0
  }
}
