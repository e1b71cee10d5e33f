// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Knows what users did, and says whether what all devices have in the end can be right.
///
/// It knows nothing of clocks and records. Users write values that nobody has written before, so that
/// each can be found again; with each write it is noted what the user saw there. In the end, when all
/// devices have what the server has and all of them have the same, it checks:
///
/// 1. Nothing is there that nobody made, and no value that nobody wrote there.
/// 2. Each value that a user wrote is there, or somebody who saw it wrote another one, or it stands in
///    some device's log of conflicts, or its object is gone (3). A reference may also be gone because
///    its target is.
/// 3. An object that somebody made is there, or somebody deleted it; and each of its values that nobody
///    has overwritten was seen by one who deleted it, or stands in a log. What belonged at any time to
///    an object that was deleted, and can't be without it, may be gone with it.
/// 4. An object that somebody deleted is gone, unless somebody wrote to it what the one who deleted it
///    had not seen, or to what it was deleted along with, since all that belongs to that stays with it. After
///    a zone was deleted this is not asked: who was away brings along what others deleted before. Nor is it
///    asked of what a device wrote that was wiped since, with requests under way, or put back to an older
///    copy, nor, where devices may not hear what became of a request, of an object whose unique value names
///    its record: its maker can't tell it then from another's of that name; or of one that others changed,
///    since they can't tell whether their change was seen; nor, after a server was restored, of one to which
///    another gave the value that it had: of what they have known then only the times are left.
/// 5. A sum is what all have added, for objects that nobody deleted.
/// 6. A pair is there only if somebody made it, and not after that which was made once was parted; it is gone
///    only if somebody parted it, or an end is gone.
///
/// What a device had not sent when it was wiped, or put back to an older copy of itself, may be there or
/// not; so may all that was written before a zone was deleted in a history in which devices lose their
/// stores too.
struct Oracle {
  /// A value in a log of conflicts.
  struct Lost: Hashable {
    let record: String
    /// Nil for a deletion that was not kept.
    let field: String?
    let value: String
  }

  enum State {
    /// Only the device has it.
    case unsent
    /// The server has it.
    case sent
    /// The device lost it before the server had it, or nobody knows whether it was saved.
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
  /// What devices have written, also if it was there.
  private var touches: Set<Touch> = []
  var wasZoneDeleted = false
  var wasServerRestored = false
  /// Whether devices always hear what became of a request.
  var areAnswersSure = false
  /// The devices that were wiped or put back to an older copy: they don't know what they sent.
  var putBack: Set<Int> = []

  // MARK: What is done

  /// Notes that a device writes to an object, be it the value that it has.
  mutating func touch(_ device: Int, _ id: String) {
    touches.insert(Touch(device: device, id: id))
  }

  /// Whether another device than one has written to an object, be it the value that it had.
  func isTouched(_ id: String, besides device: Int) -> Bool {
    touches.contains { $0.id == id && $0.device != device }
  }

  /// Notes what a save of a device has changed.
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

  /// Where the log of what was done ends.
  var place: [Int] { [writes.count, deletions.count, pairings.count] }

  /// All that a device has written until now is on the server.
  mutating func didSendAll(_ device: Int) { change(device, from: .unsent, to: .sent, [0, 0, 0]) }

  /// The server has nothing of what was written until now, and devices that had it may not have it.
  mutating func didLoseAll() {
    for index in writes.indices { writes[index].state = .uncertain }
    for index in deletions.indices { deletions[index].state = .uncertain }
    for index in pairings.indices { pairings[index].state = .uncertain }
  }

  /// What a device has not sent, and has written behind a place in the log, is lost to it.
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
