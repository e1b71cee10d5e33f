// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Oracle {
  /// Checks the data that all devices have at the end.
  ///
  /// - Parameters:
  ///   - end: The data of all devices.
  ///   - conflicts: The overwritten values in the logs of all devices, including lost logs.
  ///   - names: The objects by record name.
  /// - Returns: The problems; empty if there are none.
  func check(_ end: Contents, _ conflicts: Set<Lost>, _ names: [String: String]) -> [String] {
    var check = Check(oracle: self, end: end)
    for lost in conflicts {
      guard let id = names[lost.record], let field = lost.field else { continue }
      check.lost.insert("\(id).\(field)=\(names[lost.value] ?? lost.value)")
    }
    check.run()
    return check.problems
  }
}

private struct Check {
  let oracle: Oracle
  let end: Contents
  var lost: Set<String> = []
  var problems: [String] = []
  private var writes: [String: [Oracle.Write]] = [:]
  private var deletions: [String: [Oracle.Deletion]] = [:]

  init(oracle: Oracle, end: Contents) {
    self.oracle = oracle
    self.end = end
    writes = Dictionary(grouping: oracle.writes, by: \.id)
    deletions = Dictionary(grouping: oracle.deletions, by: \.id)
  }

  mutating func run() {
    for (id, item) in end.items.sorted(by: { $0.key < $1.key }) { present(id, item) }
    for id in writes.keys.sorted() where end.items[id] == nil { absent(id) }
    pairs()
  }

  // MARK: Existing objects

  private mutating func present(_ id: String, _ item: Contents.Item) {
    let own = writes[id] ?? []
    if own.isEmpty { return problems.append("\(id) is there, and nobody made it") }
    for (field, value) in item.fields.sorted(by: { $0.key < $1.key }) where field != "uses" {
      let of = own.filter { $0.field == field }
      if !of.contains(where: { $0.value == value }), !isCleared(value, of), !isNew(field, of) {
        problems.append("\(id).\(field) is \(value), and nobody wrote that")
      }
      for write in of where write.state != .uncertain && write.value != value {
        if isExplained(write, of) { continue }
        problems.append(
          "\(id).\(field) is \(value): \(write.value) of device \(write.device) "
            + "(\(write.state)) is nowhere")
      }
    }
    sum(id, item, own)
    comesBack(id, own)
  }

  /// Whether a value can be nil because its target was deleted.
  private func isCleared(_ value: String, _ of: [Oracle.Write]) -> Bool {
    value == "-" && of.contains { isReference($0.value) && end.items[$0.value] == nil }
  }

  /// Whether the device that created the object may not know the field.
  private func isNew(_ field: String, _ of: [Oracle.Write]) -> Bool { field == "grade" }

  private func isReference(_ value: String) -> Bool {
    value.hasPrefix("Tour ") || value.hasPrefix("Place ")
  }

  private func isExplained(_ write: Oracle.Write, _ of: [Oracle.Write]) -> Bool {
    // Deleted with an earlier object of the same identity.
    if deletions[write.id]?.contains(where: { $0.seen[write.field] == write.value }) == true {
      return true
    }
    if of.contains(where: { $0.seen == write.value }) { return true }
    if lost.contains("\(write.id).\(write.field)=\(write.value)") { return true }
    if isReference(write.value), end.items[write.value] == nil || deletions[write.value] != nil {
      return true
    }
    // Two devices create equal objects with default values, which are no values of a user.
    return write.seen == nil && Self.isOfNew(write.field, write.value)
  }

  private static func isOfNew(_ field: String, _ value: String) -> Bool {
    value == "" || value == "-" || value == "0" || field == "key"
  }

  private mutating func sum(_ id: String, _ item: Contents.Item, _ own: [Oracle.Write]) {
    guard let uses = item.fields["uses"], deletions[id] == nil else { return }
    let added = own.filter { $0.field == "uses" }
    if added.contains(where: { $0.state == .uncertain }) { return }
    let sum = added.reduce(0) { $0 + (Int($1.value) ?? 0) - (Int($1.seen ?? "0") ?? 0) }
    if uses != "\(sum)" { problems.append("\(id).uses is \(uses), and all have added \(sum)") }
  }

  private mutating func comesBack(_ id: String, _ own: [Oracle.Write]) {
    guard !oracle.wasZoneDeleted, !own.contains(where: { oracle.putBack.contains($0.device) })
    else { return }
    let identity = own.filter { $0.seen == nil && ["key", "name", "text"].contains($0.field) }
    if !oracle.areAnswersSure, id.hasPrefix("Place ") || id.hasPrefix("Tag ") { return }
    // Created twice: the deletion was of one of the two objects.
    if identity.filter({ id.hasSuffix(" \($0.value)") }).count > 1 { return }
    for deletion in deletions[id] ?? [] where deletion.state != .uncertain {
      if wentWithOwner(deletion) || isInDoubt(deletion, own) { continue }
      if oracle.wasServerRestored, oracle.isTouched(id, besides: deletion.device) { continue }
      let isUnknown = own.contains { write in
        !known(write.field, deletion.seen[write.field], own).contains(write.value)
      }
      if !isUnknown {
        problems.append(
          "\(id) was deleted by device \(deletion.device) (\(deletion.state)), who knew all of it, "
            + "and is there")
      }
    }
  }

  /// Whether an object was deleted as a dependent of an owner that exists.
  private func wentWithOwner(_ deletion: Oracle.Deletion) -> Bool {
    deletion.seen.values.contains { owner in
      isReference(owner)
        && deletions[owner]?.contains { $0.device == deletion.device && $0.save == deletion.save }
          == true
        && (end.items[owner] != nil)
    }
  }

  /// Whether another device may lack the acknowledgement of its change of an object.
  ///
  /// When that device fetches the deletion of the object, it cannot know whether the deleting device had
  /// seen the change. It cannot know this of its own row of a series either, since another device may have
  /// created a chunk with the same name. Rows that a repeated request has restored are then among the rows
  /// of the other device's chunk.
  private func isInDoubt(_ deletion: Oracle.Deletion, _ own: [Oracle.Write]) -> Bool {
    if oracle.areAnswersSure { return false }
    let others = own.filter { $0.device != deletion.device }
    guard deletion.id.hasPrefix("Mark ") else { return others.contains { $0.seen != nil } }
    return !others.isEmpty || hasOthersInSeries(deletion, own)
  }

  /// Whether another device has created rows of the row's owner.
  private func hasOthersInSeries(_ deletion: Oracle.Deletion, _ own: [Oracle.Write]) -> Bool {
    let owners = Set(own.filter { $0.field == "tour" }.map(\.value))
    return oracle.writes.contains {
      $0.device != deletion.device && $0.id.hasPrefix("Mark ") && $0.field == "tour"
        && owners.contains($0.value)
    }
  }

  /// A value, and all values that it has replaced.
  private func known(_ field: String, _ value: String?, _ own: [Oracle.Write]) -> Set<String> {
    var known: Set<String> = []
    var waiting = [value ?? "-"]
    while let value = waiting.popLast() {
      guard known.insert(value).inserted else { continue }
      for write in own where write.field == field && write.value == value {
        if let seen = write.seen { waiting.append(seen) }
      }
    }
    return known
  }

  // MARK: Deleted objects

  private mutating func absent(_ id: String) {
    let own = writes[id] ?? []
    guard own.contains(where: { $0.state != .uncertain }) else { return }
    let gone = deletions[id] ?? []
    if hasLostOwner(own, []) { return }
    if gone.isEmpty {
      return problems.append("\(id) is gone, and nobody deleted it")
    }
    for write in own where write.state != .uncertain {
      if own.contains(where: { $0.field == write.field && $0.seen == write.value }) { continue }
      // The contents of an old version lack the fields that it does not know.
      if gone.contains(where: { $0.seen[write.field] ?? write.value == write.value }) { continue }
      if write.field == "uses", gone.contains(where: { isPart(write, of: $0, own) }) { continue }
      if write.seen == nil, Self.isOfNew(write.field, write.value) { continue }
      if lost.contains("\(id).\(write.field)=\(write.value)") { continue }
      if isReference(write.value) || write.value == "-" { continue }
      problems.append(
        "\(id) is gone, and with it \(write.field) = \(write.value) of device \(write.device) "
          + "(\(write.state)), which nobody who deleted it has seen")
    }
  }

  /// Whether the counter that a deleting device saw can include the contribution of a write.
  ///
  /// Its value is then the sum of this contribution and some others.
  private func isPart(
    _ write: Oracle.Write, of deletion: Oracle.Deletion, _ own: [Oracle.Write]
  ) -> Bool {
    guard let seen = deletion.seen["uses"].flatMap({ Int($0) }) else { return false }
    func added(_ write: Oracle.Write) -> Int {
      (Int(write.value) ?? 0) - (Int(write.seen ?? "0") ?? 0)
    }
    var sums: Set<Int> = [added(write)]
    for other in own where other.field == "uses" {
      if other.device == write.device, other.value == write.value, other.seen == write.seen {
        continue
      }
      sums.formUnion(sums.map { $0 + added(other) })
    }
    return sums.contains(seen)
  }

  /// Whether an owner of the object, direct or indirect, was deleted at any time.
  private func hasLostOwner(_ own: [Oracle.Write], _ seen: Set<String>) -> Bool {
    own.contains { write in
      // Only stages have a required owner.
      guard isReference(write.value), !seen.contains(write.value), write.id.hasPrefix("Stage ")
      else { return false }
      return deletions[write.value] != nil
        || hasLostOwner(writes[write.value] ?? [], seen.union([write.value]))
    }
  }

  // MARK: Pairs

  /// Whether a pair that was created once and removed must not exist.
  ///
  /// Its ends were never deleted, and its creator knows which of its changes were sent.
  private func isSure(_ pair: String, by maker: Int) -> Bool {
    !oracle.wasZoneDeleted && !oracle.putBack.contains(maker)
      && pair.split(separator: "+").allSatisfy { deletions[String($0)] == nil }
  }

  private mutating func pairs() {
    let all = Dictionary(grouping: oracle.pairings, by: \.pair)
    for pair in end.pairs.sorted() {
      let own = all[pair] ?? []
      let makers = own.filter(\.isMade)
      if makers.isEmpty { problems.append("\(pair) are a pair, and nobody made them one") }
      guard makers.count == 1, isSure(pair, by: makers[0].device) else { continue }
      if let parted = own.first(where: { !$0.isMade && $0.state != .uncertain }) {
        problems.append("\(pair) were parted by device \(parted.device), and are a pair")
      }
    }
    for (pair, own) in all.sorted(by: { $0.key < $1.key }) where !end.pairs.contains(pair) {
      let ends = pair.split(separator: "+").map(String.init)
      guard ends.allSatisfy({ end.items[$0] != nil && deletions[$0] == nil }),
        own.contains(where: { $0.isMade && $0.state != .uncertain })
      else { continue }
      if !own.contains(where: { !$0.isMade }) {
        problems.append("\(pair) are no pair, and nobody parted them")
      }
    }
  }
}
