// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring

/// Something that is to happen at a time.
struct Event {
  enum Kind {
    /// The machine is told something.
    case input(SyncInput)
    /// The machine's timer, unless it was set anew.
    case wake(Int)
    /// The delegate handles an event.
    case deliver(CKSyncEngine.Event)
    case options(CKSyncEngine.FetchChangesContext)
    case batch(CKSyncEngine.SendChangesContext)
    /// A request is at the server; the machine waits for the answer if it is the first of its kind.
    case arrive(Int, SyncRequest, Answering)
    /// A request for records by their names is at the server.
    case look([String], Answering)
    /// What came of it.
    case looked(Result<[CKRecord], CKError>)
    /// The store has changed.
    case changed
    /// The engine begins anew after a failure.
    case beginAgain
    case edit
    case fault(SimulationPlan.Fault)
    /// The end of what a fault began.
    case recover(SimulationPlan.Fault)
  }

  /// What becomes of an answer.
  enum Answering {
    case delivered(after: Int)
    /// Somebody has stopped to wait for it.
    case unheard
  }

  let time: Int64
  let order: Int
  let device: Int
  /// The start of the device that it is meant for; 0 for any.
  let life: Int
  let kind: Kind
}

/// What is to happen, in its order.
struct EventQueue {
  private var events: [Event] = []
  private var count = 0

  var isEmpty: Bool { events.isEmpty }

  /// The time of the next one.
  var nextTime: Int64? { events.last?.time }

  mutating func add(_ kind: Event.Kind, at time: Int64, device: Int, life: Int = 0) {
    count += 1
    let event = Event(time: time, order: count, device: device, life: life, kind: kind)
    let place =
      events.lastIndex { $0.time > event.time }.map { $0 + 1 } ?? 0
    events.insert(event, at: place)
  }

  /// The next one; nil if there is none until a time.
  mutating func next(until end: Int64?) -> Event? {
    if let end, let next = events.last, next.time > end { return nil }
    return events.popLast()
  }

  /// Takes away those that are not to happen.
  mutating func remove(where condition: (Event) -> Bool) { events.removeAll(where: condition) }

  func contains(where condition: (Event) -> Bool) -> Bool { events.contains(where: condition) }
}
