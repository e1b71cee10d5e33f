// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitMirroring

/// A scheduled event.
struct Event {
  enum Kind {
    /// An input of the machine.
    case input(SyncInput)
    /// The machine's timer, ignored if it was reset.
    case wake(Int)
    /// The delegate handles an event.
    case deliver(CKSyncEngine.Event)
    case options(CKSyncEngine.FetchChangesContext)
    case batch(CKSyncEngine.SendChangesContext)
    /// A request arrives at the server; the machine awaits the answer to the first arrival.
    case arrive(Int, SyncRequest, Answering)
    /// A request for records by name arrives at the server.
    case look([String], Answering)
    /// The result of a request for records by name.
    case looked(Result<[CKRecord], CKError>)
    /// The store has changed.
    case changed
    /// The engine restarts after a failure.
    case beginAgain
    case edit
    case fault(SimulationPlan.Fault)
    /// The end of a fault.
    case recover(SimulationPlan.Fault)
  }

  /// The delivery of an answer.
  enum Answering {
    case delivered(after: Int)
    /// The device no longer waits for the answer.
    case unheard
  }

  let time: Int64
  let order: Int
  let device: Int
  /// The life of the device for which the event is meant; 0 for any.
  let life: Int
  let kind: Kind
}

/// The scheduled events in order.
struct EventQueue {
  private var events: [Event] = []
  private var count = 0

  var isEmpty: Bool { events.isEmpty }

  /// The time of the next event.
  var nextTime: Int64? { events.last?.time }

  mutating func add(_ kind: Event.Kind, at time: Int64, device: Int, life: Int = 0) {
    count += 1
    let event = Event(time: time, order: count, device: device, life: life, kind: kind)
    let place =
      events.lastIndex { $0.time > event.time }.map { $0 + 1 } ?? 0
    events.insert(event, at: place)
  }

  /// Removes and returns the next event, or returns nil if there is none until a time.
  mutating func next(until end: Int64?) -> Event? {
    if let end, let next = events.last, next.time > end { return nil }
    return events.popLast()
  }

  /// Removes events that match a condition.
  mutating func remove(where condition: (Event) -> Bool) { events.removeAll(where: condition) }

  func contains(where condition: (Event) -> Bool) -> Bool { events.contains(where: condition) }
}
