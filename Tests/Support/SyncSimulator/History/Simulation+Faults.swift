// Cairn
// SPDX-License-Identifier: Apache-2.0

import CFaultyVFS
import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData
import Synchronization

extension Simulation {
  /// Schedules a fault that does not concern a single request.
  func planFault(_ fault: SimulationPlan.Fault) {
    let length = plan.edits * plan.pause / 2
    for _ in 0..<(1 + chance.number(0..<2)) {
      queue.add(
        .fault(fault), at: clock.now + Int64(chance.number(0..<length)),
        device: chance.number(0..<plan.devices))
    }
  }

  /// Begins a fault.
  func begin(_ fault: SimulationPlan.Fault, _ number: Int) async throws {
    let device = devices[number]
    switch fault {
    case .lostRequest, .lostAnswer, .lateRequest, .duplicate, .slow, .lostNews, .unavailable:
      return
    case .oldVersion: guard chance.happens(600), try upgrade() else { return }
    case .partition: setCutOff(device, true)
    case .signOut: setSignedOut(device, true)
    case .crash: try crash(device)
    case .brokenDisk: brokenDisks[number] = 1 + chance.number(0..<12)
    case .serverDown: isServerDown = true
    case .noRoom: try await cloud.setRoom(of: user, bytes: 1)
    case .wrongClock: device.clock.set(lead: wrongLead())
    case .wipe: try wipe(device)
    case .oldCopy: try keepOrPutBack(device)
    case .zoneDeletion: try await deleteZone()
    case .restoredServer: try await keepOrPutBackServer()
    case .expiredToken: service.expiresTokens.store(true, ordering: .relaxed)
    }
    note("fault \(fault) d\(number)")
    outcome.faults[fault, default: 0] += 1
    switch fault {
    case .partition, .crash, .serverDown, .noRoom, .wipe, .oldCopy, .signOut:
      let length = [500, 5_000, 40_000][chance.number(0..<3)]
      queue.add(
        .recover(fault), at: clock.now + Int64(chance.number(1..<length)), device: number)
    default: break
    }
  }

  /// Ends a fault of a device, or of all devices for nil.
  func recover(_ fault: SimulationPlan.Fault, _ number: Int?) async throws {
    let concerned = number.map { [devices[$0]] } ?? devices
    switch fault {
    case .partition: for device in concerned where device.isCutOff { setCutOff(device, false) }
    case .signOut: for device in concerned where device.isSignedOut { setSignedOut(device, false) }
    case .crash, .wipe, .oldCopy:
      for device in concerned where device.program == nil { try restart(device) }
    case .brokenDisk:
      for device in concerned {
        brokenDisks[device.number] = nil
        faulty_vfs_disarm(path(of: device))
      }
    case .serverDown:
      if isServerDown, chance.happens(100) { try await cloud.restart() }
      isServerDown = false
    case .noRoom: try await cloud.setRoom(of: user, bytes: nil)
    case .lostNews where number == nil:
      // The notification streams reconnect.
      for device in devices where device.program?.isListening == true {
        add(.input(.isListening(true)), to: device, after: 5)
      }
    case .expiredToken: service.expiresTokens.store(false, ordering: .relaxed)
    default: break
    }
  }

  func setCutOff(_ device: SimulatedDevice, _ isCutOff: Bool) {
    device.isCutOff = isCutOff
    guard device.program?.listens == true else { return }
    device.program?.isListening = !isCutOff
    add(.input(.isListening(!isCutOff)), to: device, after: 5)
  }

  func setSignedOut(_ device: SimulatedDevice, _ isSignedOut: Bool) {
    device.isSignedOut = isSignedOut
    if device.program != nil { add(.input(.accountMayHaveChanged), to: device, after: 1) }
  }

  // MARK: Crashes

  private func crash(_ device: SimulatedDevice) throws {
    guard device.program != nil else { return }
    device.stop()
  }

  private func restart(_ device: SimulatedDevice) throws {
    try start(device)
    guard let before = unsure.removeValue(forKey: device.number) else { return }
    oracle.note(device.number, before, try device.contents(), .unsent)
  }

  func path(of device: SimulatedDevice) -> String { device.file.path(percentEncoded: false) }

  /// Runs a body that uses a device's disk, which may fail and end the app.
  func onDisk(_ device: SimulatedDevice, _ body: (MirrorCourse) -> Void) {
    guard let course = device.program?.course else { return }
    if device.number == 0, case .write(let number) = crashPoint {
      return crash(device, atWrite: number) { body(course) }
    }
    guard let operation = brokenDisks[device.number], !isHealed, chance.happens(300) else {
      return body(course)
    }
    brokenDisks[device.number] = nil
    faulty_vfs_arm(path(of: device), FAULTY_WRITE_ERROR, operation)
    body(course)
    let isCrash = chance.happens(700)
    if isCrash { device.stop() }
    let failed = faulty_vfs_disarm(path(of: device)) > 0
    note("d\(device.number) disk \(failed ? "failed" : "held") \(isCrash ? "crash" : "")")
    guard isCrash else { return }
    outcome.faults[.crash, default: 0] += 1
    queue.add(
      .recover(.crash), at: clock.now + Int64(chance.number(1..<20_000)), device: device.number)
  }

  /// Ends an app in its write of a number; all writes count.
  private func crash(_ device: SimulatedDevice, atWrite number: Int, _ body: () -> Void) {
    let path = path(of: device)
    if !isWriteArmed { faulty_vfs_arm(path, FAULTY_WRITE_ERROR, number) }
    isWriteArmed = true
    body()
    guard faulty_vfs_failures(path) > 0 else { return }
    crashPoint = nil
    device.stop()
    faulty_vfs_disarm(path)
    note("d\(device.number) crash in write \(number)")
    queue.add(.recover(.crash), at: clock.now + 100, device: device.number)
  }

  /// Upgrades the device with the old version; returns false if this is impossible now.
  func upgrade() throws -> Bool {
    let device = devices[plan.devices - 1]
    guard device.version == .old, device.program != nil, unsure[device.number] == nil else {
      return false
    }
    try device.harvest()
    device.upgrade()
    try start(device)
    return true
  }

  // MARK: Devices that lose data

  private func wipe(_ device: SimulatedDevice) throws {
    try harvest(device)
    device.stop()
    try remove(device)
    unsure[device.number] = nil
    copies[device.number] = nil
    oracle.didLose(device.number)
    oracle.putBack.insert(device.number)
  }

  /// Collects a device's log of conflicts before it is lost.
  private func harvest(_ device: SimulatedDevice) throws {
    if device.program == nil { try start(device) }
    try device.harvest()
  }

  private func remove(_ device: SimulatedDevice) throws {
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file.contains("device\(device.number).store") {
      try FileManager.default.removeItem(at: folder.appending(path: file))
    }
  }

  /// Copies a device on the first call, and restores it from that copy on the second.
  private func keepOrPutBack(_ device: SimulatedDevice) throws {
    guard unsure[device.number] == nil else { return }
    try harvest(device)
    device.stop()
    let files = FileManager.default
    if let copy = copies.removeValue(forKey: device.number) {
      try remove(device)
      for file in try files.contentsOfDirectory(atPath: copy.folder.path) {
        try files.copyItem(
          at: copy.folder.appending(path: file), to: folder.appending(path: file))
      }
      oracle.didLose(device.number, behind: copy.place)
      oracle.putBack.insert(device.number)
    } else {
      let place = folder.appending(path: "copy\(device.number)-\(trace.count)")
      try files.createDirectory(at: place, withIntermediateDirectories: true)
      for file in try files.contentsOfDirectory(atPath: folder.path)
      where file.contains("device\(device.number).store") {
        try files.copyItem(at: folder.appending(path: file), to: place.appending(path: file))
      }
      copies[device.number] = (place, oracle.place)
    }
  }

  // MARK: The server

  /// Backs up the server on the first call, and restores the backup on the second.
  private func keepOrPutBackServer() async throws {
    guard hasBackup else {
      hasBackup = true
      return try await cloud.backUp()
    }
    hasBackup = false
    // No device has the changes that a device sent after the backup and lost with its store.
    if plan.faults.contains(.wipe) || plan.faults.contains(.oldCopy) { oracle.didLoseAll() }
    oracle.wasServerRestored = true
    try await cloud.restore()
  }

  private func deleteZone() async throws {
    oracle.wasZoneDeleted = true
    if plan.faults.contains(.wipe) || plan.faults.contains(.oldCopy) { oracle.didLoseAll() }
    let zone = SimulatedDevice.zone
    _ = try? await database.modifyRecordZones(saving: [], deleting: [zone])
    for device in devices where device.program?.isListening == true && !device.isCutOff {
      add(.input(.serverChanged), to: device, after: 10)
    }
  }
}
