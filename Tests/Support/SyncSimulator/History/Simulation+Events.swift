// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation
import SwiftData

extension Simulation {
  func take(_ event: Event) async throws {
    switch event.kind {
    case .fault(let fault): return try await begin(fault, event.device)
    case .recover(let fault): return try await recover(fault, event.device)
    case .edit: return try edit()
    case .arrive(let number, let request, let answering):
      return await arrive(event, number, request, answering)
    case .look(let names, let answering): return await look(event, names, answering)
    case .input, .wake, .deliver, .options, .batch, .looked, .changed, .beginAgain: break
    }
    let device = devices[event.device]
    guard event.life == device.life, device.program != nil else { return }
    if plan.faults.contains(.crash), !isHealed, chance.happens(8) {
      return try await begin(.crash, event.device)
    }
    if event.device == 0, case .event(let number) = crashPoint {
      crashPoint = number > 1 ? .event(number - 1) : nil
      if number == 1 { return try await begin(.crash, 0) }
    }
    switch event.kind {
    case .input(let input): tell(device, input)
    case .wake(let wake):
      if wake == device.program?.wake { tell(device, .timerFired) }
    case .deliver(let event):
      note("d\(device.number) \(Self.words(of: event))")
      device.program?.isHandling = true
      onDisk(device) { take($0.handle(event), device) }
      if event.isStored { add(.changed, to: device, after: 1) }
      finishHandling(device)
    case .looked(let result):
      note("d\(device.number) looked")
      onDisk(device) { take($0.didFetch(result), device) }
      add(.changed, to: device, after: 1)
      finishHandling(device)
    case .options(let context): tell(device, .options(context.options))
    case .batch(let context):
      var batch: CKSyncEngine.RecordZoneChangeBatch?
      onDisk(device) { batch = $0.nextBatch(context.options.scope) }
      note(
        "d\(device.number) batch \(batch.map { $0.recordsToSave.map(Self.words(of:)) } ?? []) "
          + "\(batch.map { $0.recordIDsToDelete.map(\.recordName) } ?? [])")
      tell(device, .batch(batch))
    case .changed: onDisk(device) { take($0.storeDidChange(), device) }
    case .beginAgain:
      if device.program?.course.failure != nil { beginEngine(device) }
    case .edit, .fault, .recover, .arrive, .look: break
    }
  }

  // MARK: Devices

  /// Starts a device's app and its engine.
  func start(_ device: SimulatedDevice) throws {
    try device.start()
    note("d\(device.number) starts")
    beginEngine(device)
  }

  private func beginEngine(_ device: SimulatedDevice) {
    device.life += 1
    device.program?.machine = nil
    device.program?.isListening = false
    device.program?.listens = false
    device.program?.orders = []
    device.program?.isHandling = false
    guard let course = device.program?.course else { return }
    guard let beginning = course.begin() else { return take([course.orderAgain()], device) }
    let configuration = SyncMachine.Configuration(
      isAutomatic: true, subscriptionID: "CKSyncEngine")
    device.program?.machine = SyncMachine(
      configuration, beginning.state, random: SeededRandom(seed: chance.next()))
    tell(device, .start)
    take(beginning.orders, device)
  }

  /// Sends an input to a device's machine and performs the effects.
  func tell(_ device: SimulatedDevice, _ input: SyncInput) {
    guard let effects = device.program?.machine?.handle(input, at: seconds) else { return }
    for effect in effects { perform(effect, device) }
  }

  func add(_ kind: Event.Kind, to device: SimulatedDevice, after milliseconds: Int) {
    queue.add(
      kind, at: clock.now + Int64(milliseconds), device: device.number, life: device.life)
  }

  private func perform(_ effect: SyncEffect, _ device: SimulatedDevice) {
    switch effect {
    case .send(let number, let request, _): ask(device, number, request)
    case .cancel(let number):
      add(
        .input(.response(number, .failure(CKError(.operationCancelled, "It was cancelled.")))),
        to: device, after: 1)
    case .deliver(let event): add(.deliver(event), to: device, after: chance.number(0..<3))
    case .requestOptions(let context): add(.options(context), to: device, after: 0)
    case .requestBatch(let context): add(.batch(context), to: device, after: chance.number(0..<3))
    case .finish: break
    case .wake(let time):
      device.program?.wake += 1
      guard let time, let wake = device.program?.wake else { return }
      // Never earlier than requested, even after rounding.
      let moment = start + Int64((time * 1000).rounded(.down)) + 1
      queue.remove {
        if case .wake = $0.kind { return $0.device == device.number }
        return false
      }
      queue.add(
        .wake(wake), at: Swift.max(moment, clock.now), device: device.number, life: device.life)
    case .listen(let isWanted):
      device.program?.listens = isWanted
      if isWanted, !device.isCutOff {
        device.program?.isListening = true
        add(.input(.isListening(true)), to: device, after: 20)
      }
    }
  }

  // MARK: Orders

  func take(_ orders: [MirrorCourse.Order], _ device: SimulatedDevice) {
    for order in orders {
      switch order {
      case .makeZone:
        tell(
          device,
          .addDatabaseChanges([.saveZone(CKRecordZone(zoneID: SimulatedDevice.zone))]))
      case .send: tell(device, .setHasUntrackedChanges(true))
      case .discardFiles: break
      case .noteAgain(let seconds): add(.changed, to: device, after: seconds * 1000)
      case .beginAgain(let seconds): add(.beginAgain, to: device, after: seconds * 1000)
      case .fetch: device.program?.orders.append(order)
      }
    }
  }

  /// Continues with the orders of an event; the machine continues once all fetches have ended.
  private func finishHandling(_ device: SimulatedDevice) {
    guard let program = device.program, program.isHandling else { return }
    if case .fetch(let names) = program.orders.first {
      device.program?.orders.removeFirst()
      return ask(device, names)
    }
    device.program?.isHandling = false
    if program.course.failure == nil, program.course.status.pendingCount == 0,
      program.course.isNoteTaken
    {
      oracle.didSendAll(device.number)
    }
    tell(device, .handled)
  }

  // MARK: Users

  private func edit() throws {
    guard editsLeft > 0 else { return }
    editsLeft -= 1
    if editsLeft > 0 {
      let pause = 1 + chance.number(0..<plan.pause)
      queue.add(.edit, at: clock.now + Int64(pause), device: 0)
    }
    guard let device = chance.pick(devices.filter { $0.program != nil }) else { return }
    let before = try device.contents()
    let edits = editor.edits(before, device.version)
    if !edits.isEmpty { try save(edits, on: device, before) }
  }

  /// Performs edits of a user on a device and saves them.
  func save(_ edits: [Edit], on device: SimulatedDevice, _ before: Contents) throws {
    note("d\(device.number) \(edits)")
    // Deleted objects lose their record names.
    if edits.contains(where: { if case .delete = $0 { true } else { false } }) {
      try device.harvest()
    }
    var failure: (any Error)?
    onDisk(device) { _ in
      do { try device.perform(edits, on: before) } catch { failure = error }
    }
    if device.program == nil { return noteUncertain(device, before) }
    if let failure {
      // Nothing was saved.
      note("d\(device.number) can't save")
      if !isDiskError(failure) { throw failure }
      return
    }
    for case .refer(let id, _, _) in edits { oracle.touch(device.number, id) }
    for case .set(let id, _, _) in edits { oracle.touch(device.number, id) }
    oracle.note(device.number, before, try device.contents(), .unsent)
    onDisk(device) { take($0.storeDidChange(), device) }
  }

  func isDiskError(_ error: any Error) -> Bool {
    plan.faults.contains(.brokenDisk) && error is SwiftDataError
  }

  /// Defers the record of a save during which the app ended to the next start.
  private func noteUncertain(_ device: SimulatedDevice, _ before: Contents) {
    unsure[device.number] = before
  }

  // MARK: Descriptions

  static func words(of record: CKRecord) -> String {
    "\(record.recordID.recordName){\(record.storedValues.keys.sorted().joined(separator: " "))}"
  }

  static func words(of event: CKSyncEngine.Event) -> String {
    switch event {
    case .stateUpdate: "state"
    case .fetchedRecordZoneChanges(let event):
      "fetched \(event.modifications.map { words(of: $0.record) }) "
        + "\(event.deletions.map(\.recordID.recordName)) \(event.fullFetch ?? 0)"
    case .sentRecordZoneChanges(let event):
      "sent \(event.savedRecords.map(\.recordID.recordName)) "
        + "\(event.deletedRecordIDs.map(\.recordName)) failed "
        + "\(event.failedRecordSaves.map { "\($0.record.recordID.recordName) \($0.error.code)" }) "
        + "\(event.failedRecordDeletes.map { "\($0.key.recordName) \($0.value.code)" }.sorted())"
    default: "\(event)"
    }
  }
}

extension CKSyncEngine.Event {
  /// Whether a mirror may change the store when it handles the event.
  fileprivate var isStored: Bool {
    switch self {
    case .fetchedRecordZoneChanges, .sentRecordZoneChanges, .didFetchRecordZoneChanges: true
    default: false
    }
  }
}
