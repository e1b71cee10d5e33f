// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring
import Foundation

extension Simulation {
  /// The effect of the network on a request.
  private struct Fate {
    /// The delays of its arrivals at the server in milliseconds: several, one or none.
    var arrivals: [Int] = []
    /// The delay of the answer to the first arrival; nil if it is lost.
    var answer: Int?
    /// The device's timeout.
    var patience = 60_000
    /// Whether the server rejects the request because it is busy.
    var isRefused = false
  }

  private func fate(_ device: SimulatedDevice) -> Fate {
    func happens(_ fault: SimulationPlan.Fault) -> Bool {
      guard !isHealed, plan.faults.contains(fault), chance.happens(plan.rate) else { return false }
      outcome.faults[fault, default: 0] += 1
      return true
    }
    let there = happens(.slow) ? chance.number(500..<20_000) : 5 + chance.number(0..<40)
    let back = happens(.slow) ? chance.number(500..<20_000) : 5 + chance.number(0..<40)
    if device.isCutOff || happens(.lostRequest) {
      return Fate(patience: chance.happens(500) ? 20 : 5_000)
    }
    if happens(.lateRequest) {
      return Fate(arrivals: [5_000 + chance.number(0..<60_000)], patience: 4_000)
    }
    if happens(.unavailable) { return Fate(answer: there + back, isRefused: true) }
    if happens(.lostAnswer) { return Fate(arrivals: [there], patience: there + 2_000) }
    if happens(.duplicate) {
      return Fate(
        arrivals: [there, there + chance.number(1..<30_000)], answer: there + back)
    }
    return Fate(arrivals: [there], answer: there + back)
  }

  /// Sends a machine's request.
  func ask(_ device: SimulatedDevice, _ number: Int, _ request: SyncRequest) {
    if device.isSignedOut {
      let answer: SyncResponse =
        if case .account = request { .account(nil) } else { .failure(Self.nobody) }
      return add(.input(.response(number, answer)), to: device, after: 1)
    }
    let fate = fate(device)
    if fate.isRefused, let answer = fate.answer {
      let error = CKError(.serviceUnavailable, "The server is too busy.")
      return add(.input(.response(number, .failure(error))), to: device, after: answer)
    }
    for (index, arrival) in fate.arrivals.enumerated() {
      let answering: Event.Answering =
        index == 0 ? fate.answer.map { .delivered(after: $0 - arrival) } ?? .unheard : .unheard
      queue.add(
        .arrive(number, request, answering), at: clock.now + Int64(arrival),
        device: device.number, life: device.life)
    }
    if fate.answer == nil {
      let error = CKError(
        fate.arrivals.isEmpty ? .networkFailure : .serverResponseLost, "The network failed.")
      add(.input(.response(number, .failure(error))), to: device, after: fate.patience)
    }
  }

  /// Sends a request for records.
  func ask(_ device: SimulatedDevice, _ names: [String]) {
    if device.isSignedOut { return add(.looked(.failure(Self.nobody)), to: device, after: 1) }
    let fate = fate(device)
    if let arrival = fate.arrivals.first, let answer = fate.answer {
      add(.look(names, .delivered(after: answer - arrival)), to: device, after: arrival)
    } else {
      add(
        .looked(.failure(CKError(.networkFailure, "The network failed."))), to: device,
        after: fate.patience)
    }
  }

  private static let nobody = CKError(.notAuthenticated, "No user is signed in.")

  // MARK: The server

  func arrive(
    _ event: Event, _ number: Int, _ request: SyncRequest, _ answering: Event.Answering
  ) async {
    let answer: SyncResponse
    if isServerDown {
      answer = .failure(CKError(.networkFailure, "The server is down."))
    } else {
      note("server \(event.device) \(words(of: request))")
      answer = await server.perform(copy(of: request), nil)
      note("server says \(words(of: answer))")
      tellNews(of: request, by: event.device)
    }
    guard case .delivered(let after) = answering else { return }
    queue.add(
      .input(.response(number, answer)), at: clock.now + Int64(after), device: event.device,
      life: event.life)
  }

  func look(_ event: Event, _ names: [String], _ answering: Event.Answering) async {
    guard case .delivered(let after) = answering else { return }
    note("server \(event.device) look \(names)")
    var result: Result<[CKRecord], CKError>
    if isServerDown {
      result = .failure(CKError(.networkFailure, "The server is down."))
    } else {
      let ids = names.map { CKRecord.ID(recordName: $0, zoneID: SimulatedDevice.zone) }
      do {
        let found = try await database.records(for: ids)
        result = .success(ids.compactMap { try? found[$0]?.get() })
      } catch {
        result = .failure(error as? CKError ?? CKError(.internalError, "\(error)"))
      }
    }
    queue.add(
      .looked(result), at: clock.now + Int64(after), device: event.device, life: event.life)
  }

  /// A copy of a request, so that a duplicate of it is equal.
  private func copy(of request: SyncRequest) -> SyncRequest {
    guard case .modifyRecords(var part) = request else { return request }
    part.records = part.records.map { $0.copy() as? CKRecord ?? $0 }
    return .modifyRecords(part)
  }

  private func tellNews(of request: SyncRequest, by sender: Int) {
    switch request {
    case .modifyRecords, .modifyZones: break
    default: return
    }
    for device in devices where device.number != sender && device.program?.isListening == true {
      if device.isCutOff { continue }
      if !isHealed, plan.faults.contains(.lostNews), chance.happens(plan.rate) {
        outcome.faults[.lostNews, default: 0] += 1
        continue
      }
      add(.input(.serverChanged), to: device, after: 10 + chance.number(0..<50))
    }
  }

  // MARK: Descriptions

  private func words(of request: SyncRequest) -> String {
    switch request {
    case .account: "account"
    case .subscribe: "subscribe"
    case .databaseChanges(let token): "database \(token == nil ? "all" : "changes")"
    case .zoneChanges(_, let token): "zone \(token == nil ? "all" : "changes")"
    case .modifyZones(let saving, let deleting): "zones +\(saving.count) -\(deleting.count)"
    case .modifyRecords(let part):
      "records \(part.records.map(\.recordID.recordName)) \(part.deletions.map(\.recordName))"
    }
  }

  private func words(of answer: SyncResponse) -> String {
    switch answer {
    case .account, .subscribed: "yes"
    case .databaseChanges(let page): "\(page.modifications.count) \(page.deletions.count)"
    case .zoneChanges(let page):
      "\(page.records.map(\.recordID.recordName)) \(page.deletions.map(\.recordID.recordName)) "
        + "\(page.moreComing)"
    case .modifiedZones(let results): "\(results.saved.count) \(results.failedSaves.count)"
    case .modifiedRecords(let results):
      "\(results.saved.count) saved \(results.deleted.count) deleted "
        + "\(results.failedSaves.map { "\($0.item.recordID.recordName) \($0.error.code)" })"
    case .failure(let error): "\(error.code)"
    }
  }
}
