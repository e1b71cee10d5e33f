// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Merges two copies of a record and their ancestor, field by field.
///
/// A field that one side has written gets its value. A field that both sides have set to one value
/// is no conflict. For all other fields the rules decide, and the overwritten value is listed.
///
/// Both devices of a merge get equal values. So do any number of devices, in whichever order they
/// send to a server that stores one copy. (The policies ``MergeRules/FieldPolicy/ours`` and
/// ``MergeRules/FieldPolicy/theirs`` are the exception by definition. Sums of real numbers are
/// rounded, so that their last bits can depend on the order.)
package struct RecordMerge: Hashable, Sendable {
  /// The merged values and clocks.
  package private(set) var merged: RecordSnapshot
  /// The fields whose value differs from the local copy's, sorted.
  package private(set) var applied: [String] = []
  /// The fields for which the server has another value, or an older timestamp of a value that was
  /// written again; sorted.
  package private(set) var sent: [String] = []
  /// The overwritten values, by field.
  package private(set) var lost: [LostValue] = []

  private let defaults: [String: RecordValue]?
  private let ancestor: RecordSnapshot?
  private let local: RecordSnapshot
  private let remote: RecordSnapshot

  /// Merges two copies.
  ///
  /// - Parameters:
  ///   - ancestor: The common ancestor; nil if it is unknown, or if two devices created the record
  ///     under one name. All fields count as written by both then.
  ///   - local: This device's copy.
  ///   - remote: The server's copy, with the clocks of
  ///     ``FieldClocks/attributed(_:to:ancestor:modified:summed:)``.
  ///   - rules: The merge rules of the record's entity.
  ///   - defaults: The default values of new objects if two devices may have created the object,
  ///     otherwise nil. Initial values have a lower rank than later writes, and default values the
  ///     lowest.
  package init(
    ancestor: RecordSnapshot?, local: RecordSnapshot, remote: RecordSnapshot, rules: MergeRules,
    defaults: [String: RecordValue]? = nil
  ) {
    self.defaults = defaults
    self.ancestor = ancestor
    self.local = local
    self.remote = remote
    merged = RecordSnapshot(
      values: [:],
      clocks: FieldClocks(base: Swift.max(local.clocks.base, remote.clocks.base)))
    let winner = rules.wholeRecordBy.map { wholeRecordWinner(by: $0, besides: rules.summed) }
    if let winner { merged.clocks.base = (winner == .local ? local : remote).clocks.base }
    let fields = Set(local.values.keys).union(remote.values.keys)
      .union(local.clocks.fields.keys).union(remote.clocks.fields.keys)
    for field in fields.sorted() {
      let policy = rules.policy(of: field)
      if policy == .sum {
        addSum(field)
      } else if let winner {
        keep(field, of: winner, withClock: true)
      } else {
        merge(field, policy)
      }
    }
  }

  // MARK: One field

  private func isWritten(_ field: String, _ side: RecordSnapshot) -> Bool {
    guard let ancestor else { return true }
    return side.values[field] != ancestor.values[field]
      || side.clocks[field] > ancestor.clocks[field]
  }

  private mutating func merge(_ field: String, _ policy: MergeRules.FieldPolicy) {
    let isLocal = isWritten(field, local)
    let isRemote = isWritten(field, remote)
    guard isLocal, isRemote else { return keep(field, of: isLocal ? .local : .remote) }
    switch policy {
    case .ours: keep(field, of: .local)
    case .theirs: keep(field, of: .remote)
    case .latest, .sum: keep(field, of: latest(field))
    }
  }

  /// Whether a field still has the default value of a new object.
  private func isUnchosen(_ field: String, _ side: RecordSnapshot) -> Bool {
    guard let defaults, side.clocks.base.isOfMaking else { return false }
    return side.clocks[field] == side.clocks.base && side.values[field] == defaults[field]
  }

  private func clock(of field: String, in side: RecordSnapshot) -> HybridTimestamp {
    let clock = side.clocks[field]
    return isUnchosen(field, side) ? clock.asMade : clock
  }

  /// The side that wrote a field last; for equal timestamps, the side whose value has the greater
  /// bytes.
  private func latest(_ field: String) -> LostValue.Side {
    let (left, right) = (clock(of: field, in: local), clock(of: field, in: remote))
    if left != right { return left > right ? .local : .remote }
    let (own, others) = (local.values[field]?.order, remote.values[field]?.order)
    guard let own else { return .remote }
    guard let others else { return .local }
    return own > others ? .local : .remote
  }

  /// Sets a field to one side's value, and lists the other side's value if it was written and
  /// differs.
  ///
  /// The timestamp is the later one, since a written value is newer than all values it replaces.
  /// With whole records, each value keeps its timestamp, as the values stay together.
  private mutating func keep(
    _ field: String, of side: LostValue.Side, withClock isWhole: Bool = false
  ) {
    let (kept, other) = side == .local ? (local, remote) : (remote, local)
    let clock =
      isWhole
      ? kept.clocks[field]
      : Swift.max(self.clock(of: field, in: kept), self.clock(of: field, in: other))
    merged.values[field] = kept.values[field]
    // Store no time that equals the default.
    merged.clocks[field] = merged.clocks.base
    if self.clock(of: field, in: merged) != clock { merged.clocks[field] = clock }
    let isEqual = local.values[field] == remote.values[field]
    if side == .remote, !isEqual { applied.append(field) }
    let there = isWhole ? remote.clocks[field] : self.clock(of: field, in: remote)
    if side == .local, !isEqual || clock != there { sent.append(field) }
    if isEqual || !isWritten(field, other) || isUnchosen(field, other) { return }
    // A device without a key has created the record without the encrypted field.
    if other.values[field] == nil, other.clocks[field] == .distantPast { return }
    lost.append(
      LostValue(
        field: field, value: other.values[field], written: other.clocks[field],
        side: side == .local ? .remote : .local))
  }

  // MARK: Sums

  private mutating func addSum(_ field: String) {
    guard let sample = local.values[field] ?? remote.values[field], sample.isNumber else {
      return merge(field, .latest)
    }
    // A cleared field counts as written: it has no sum.
    guard local.values[field] != nil, remote.values[field] != nil else {
      merge(field, .latest)
      let kept = merged.values[field] == local.values[field] ? local : remote
      merged.clocks.sums[field] = kept.clocks.sums[field]
      return
    }
    let (own, others) = (local.contributions(to: field), remote.contributions(to: field))
    let joined = own.joined(with: others)
    let sum = joined.sum(like: sample)
    merged.values[field] = sum
    merged.clocks[field] = Swift.max(local.clocks[field], remote.clocks[field])
    merged.clocks.sums[field] = joined
    if sum != local.values[field] { applied.append(field) }
    if sum != remote.values[field] || joined != others { sent.append(field) }
  }

  // MARK: Whole records

  private func wholeRecordWinner(by date: String, besides sums: Set<String>) -> LostValue.Side {
    if let ancestor {
      if sums.isSuperset(of: local.changes(since: ancestor)) { return .remote }
      if sums.isSuperset(of: remote.changes(since: ancestor)) { return .local }
    }
    let (left, right) = (Self.date(local.values[date]), Self.date(remote.values[date]))
    if left != right { return left > right ? .local : .remote }
    let own = local.clocks.latest(besides: sums)
    let others = remote.clocks.latest(besides: sums)
    if own != others { return own > others ? .local : .remote }
    return Self.order(local, sums) > Self.order(remote, sums) ? .local : .remote
  }

  private static func date(_ value: RecordValue?) -> Double {
    switch value {
    case .real(let seconds) where !seconds.isNaN: seconds
    case .integer(let number): Double(number)
    default: -.infinity
    }
  }

  private static func order(_ side: RecordSnapshot, _ sums: Set<String>) -> ByteOrder {
    let values = side.values.filter { !sums.contains($0.key) }.sorted { $0.key < $1.key }
    return ByteOrder(bytes: values.flatMap { Array($0.key.utf8) + $0.value.order.bytes })
  }
}
