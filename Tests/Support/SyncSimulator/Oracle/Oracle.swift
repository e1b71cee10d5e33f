// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The record of all edits, which decides whether the final data of all devices are possible.
///
/// The oracle uses neither clocks nor records. Users write values that were never written before, so that
/// each can be identified; each write is recorded with the value that the user saw. At the end, when all
/// devices and the server have equal data, the oracle checks:
///
/// 1. Every object and every value was written by a user.
/// 2. Every written value exists, or a user who saw it wrote another one, or a device's log of conflicts
///    has it, or its object was deleted (3). A reference may also be absent because its target is.
/// 3. Every created object exists or was deleted by a user. Each of its values was overwritten, or seen by
///    a device that deleted the object, or is in a log. An object that ever had a required owner may be
///    deleted with it.
/// 4. A deleted object does not exist, unless the deleting device had not seen all writes to it, or to the
///    owner with which it was deleted, since a restored owner retains its dependents.
/// 5. A counter is the sum of all contributions, for objects that were never deleted.
/// 6. A pair exists only if a user created it, and, if it was created once, no user removed it. It is absent
///    only if a user removed it or one of its ends does not exist.
///
/// Rule 4 does not apply in these cases:
///
/// - A zone was deleted: a device that was offline restores objects that others had deleted before.
/// - A device that wrote to the object was wiped with requests in flight, or restored from an older copy.
/// - Answers can be lost, and a unique value names the object's record: its creator cannot distinguish it
///   from another device's object with that name.
/// - Answers can be lost, and other devices changed the object: they cannot know whether their change was
///   seen.
/// - The server was restored, and another device wrote the value that the object had: only the clocks of
///   the known writes are left.
///
/// Unsent writes of a device that is wiped, or restored from an older copy, may exist or not. In runs in
/// which devices lose their stores, this also holds for all writes before the deletion of a zone.
struct Oracle {
  /// A value in a log of conflicts.
  struct Lost: Hashable {
    let record: String
    /// Nil for a deletion that lost.
    let field: String?
    let value: String
  }

  enum State {
    /// The write exists only on the device.
    case unsent
    /// The write is on the server.
    case sent
    /// The device lost the write before sending it, or the result of its save is unknown.
    case uncertain
  }

  struct Write {
    let device: Int
    let id: String
    let field: String
    /// Nil for a value of a new object.
    let seen: String?
    let value: String
    var state: State
  }

  private struct Touch: Hashable {
    let device: Int
    let id: String
  }

  struct Deletion {
    let device: Int
    let id: String
    let seen: [String: String]
    /// The number of the save.
    let save: Int
    var state: State
  }

  struct Pairing {
    let device: Int
    let pair: String
    let isMade: Bool
    var state: State
  }

  var writes: [Write] = []
  var deletions: [Deletion] = []
  var pairings: [Pairing] = []
  /// The devices' writes to objects, including writes of equal values.
  private var touches: Set<Touch> = []
  var wasZoneDeleted = false
  var wasServerRestored = false
  /// Whether devices always receive the answers to their requests.
  var areAnswersSure = false
  /// The devices that were wiped or restored from an older copy, and lost the state of their sends.
  var putBack: Set<Int> = []

  // MARK: Edits

  /// Records that a device writes to an object, even if the value is equal.
  mutating func touch(_ device: Int, _ id: String) {
    touches.insert(Touch(device: device, id: id))
  }

  /// Whether another device has written to an object, even if the value was equal.
  func isTouched(_ id: String, besides device: Int) -> Bool {
    touches.contains { $0.id == id && $0.device != device }
  }

  /// Records the changes of a device's save.
  mutating func note(_ device: Int, _ before: Contents, _ after: Contents, _ state: State) {
    for (id, item) in after.items.sorted(by: { $0.key < $1.key }) {
      let old = before.items[id]
      for (field, value) in item.fields.sorted(by: { $0.key < $1.key }) {
        if let old, old.fields[field] == value { continue }
        writes.append(
          Write(
            device: device, id: id, field: field, seen: old?.fields[field], value: value,
            state: state))
      }
    }
    let save = deletions.count
    for (id, item) in before.items.sorted(by: { $0.key < $1.key }) where after.items[id] == nil {
      deletions.append(
        Deletion(device: device, id: id, seen: item.fields, save: save, state: state))
    }
    for pair in after.pairs.subtracting(before.pairs).sorted() {
      pairings.append(Pairing(device: device, pair: pair, isMade: true, state: state))
    }
    for pair in before.pairs.subtracting(after.pairs).sorted() {
      pairings.append(Pairing(device: device, pair: pair, isMade: false, state: state))
    }
  }

  /// The end of the record.
  var place: [Int] { [writes.count, deletions.count, pairings.count] }

  /// Marks all writes of a device as sent.
  mutating func didSendAll(_ device: Int) { change(device, from: .unsent, to: .sent, [0, 0, 0]) }

  /// Marks all writes as uncertain: the server lost them, and devices may have lost them, too.
  mutating func didLoseAll() {
    for index in writes.indices { writes[index].state = .uncertain }
    for index in deletions.indices { deletions[index].state = .uncertain }
    for index in pairings.indices { pairings[index].state = .uncertain }
  }

  /// Marks the unsent writes of a device after a position of the record as uncertain.
  mutating func didLose(_ device: Int, behind place: [Int] = [0, 0, 0]) {
    change(device, from: .unsent, to: .uncertain, place)
  }

  private mutating func change(_ device: Int, from old: State, to new: State, _ place: [Int]) {
    for index in writes.indices.dropFirst(place[0])
    where writes[index].device == device && writes[index].state == old {
      writes[index].state = new
    }
    for index in deletions.indices.dropFirst(place[1])
    where deletions[index].device == device && deletions[index].state == old {
      deletions[index].state = new
    }
    for index in pairings.indices.dropFirst(place[2])
    where pairings[index].device == device && pairings[index].state == old {
      pairings[index].state = new
    }
  }
}
