// Cairn
// SPDX-License-Identifier: Apache-2.0

// The difference between the targets of a to-many relationship before and after a change. A target
// that occurs twice is removed at its former position.

extension _ToMany {
  /// Detects an append to a long array; nil for any other change.
  ///
  /// An append must not compare the whole array, since a series of appends would be quadratic.
  /// After growth, only a sample of the older targets in a long array is compared. The sample
  /// detects every change by the methods of `Array`. Other changes, by an `inout` function of the
  /// program, are detected by the next complete comparison.
  @inlinable
  package mutating func _sampledAppend() -> _ToManyChange<Target>? {
    let count = shadow.count
    guard count > 128, count & (count - 1) != 0, let objects, objects.count > count,
      shadow[count - 1] === objects[count - 1], shadow[0] === objects[0],
      shadow[count / 2] === objects[count / 2]
    else { return nil }
    var change = _ToManyChange<Target>()
    change.added = Array(objects[count...])
    change.isUncertain = true
    shadow.append(contentsOf: change.added)
    isUnverified = true
    return change
  }

  /// Compares all targets, removes repeated ones, and updates `shadow` and `settled`.
  ///
  /// An in-place change that replaces one target by another one of the same relationship keeps both
  /// occurrences. A program that exchanges two targets by assignments to their indices relies on
  /// it. Both occurrences are stored as one.
  @usableFromInline
  package mutating func _difference(isAssignment: Bool) -> _ToManyChange<Target> {
    guard let objects else { return _ToManyChange() }
    let common = Swift.min(shadow.count, objects.count)
    var same = 0
    while same < common, shadow[same] === objects[same] { same += 1 }
    if same == shadow.count, same == objects.count { return _ToManyChange() }
    if same == shadow.count { return appended(to: same, objects) }
    members = nil
    var end = 0
    while end < common - same,
      shadow[shadow.count - 1 - end] === objects[objects.count - 1 - end]
    {
      end += 1
    }
    let changed = same..<(objects.count - end)
    let isReplacement =
      !isAssignment && objects.count == shadow.count && changed.count == 1
    let hasRepeated = isUnverified || Self.hasRepeated(objects, in: changed)
    if !isReplacement, hasRepeated, let distinct = Self.distinct(objects, preferring: changed) {
      self.objects = distinct
      isUnverified = false
      return _difference(isAssignment: isAssignment)
    }
    isUnverified = isReplacement && hasRepeated
    return replaced(from: same, objects)
  }

  /// The change after targets were appended to `count` others.
  private mutating func appended(to count: Int, _ targets: [Target]) -> _ToManyChange<Target> {
    var change = _ToManyChange<Target>()
    change.added = Self.first(of: targets[count...], notIn: targets[..<count])
    let hasRepeated = change.added.count < targets.count - count
    if hasRepeated, !isUnverified, targets.count == count + 1 {
      // The usual case: both ends of one relationship were set.
      _ = removeEarlier(targets[count], before: count, isInShadow: false)
      return change
    }
    if hasRepeated || isUnverified,
      let distinct = Self.distinct(targets, preferring: count..<targets.count)
    {
      objects = distinct
      isUnverified = false
      return _difference(isAssignment: true)
    }
    isUnverified = false
    if members != nil { members?.formUnion(change.added.map(ObjectIdentifier.init)) }
    shadow.append(contentsOf: change.added)
    return change
  }

  /// The change after targets from an index on were replaced, and none occurs twice.
  private mutating func replaced(from same: Int, _ targets: [Target]) -> _ToManyChange<Target> {
    var change = _ToManyChange<Target>()
    let old = Set(shadow[same...].map(ObjectIdentifier.init))
    let new = Set(targets[same...].map(ObjectIdentifier.init))
    let candidates = targets[same...].filter { !old.contains(ObjectIdentifier($0)) }
    change.added = Self.first(of: candidates[...], notIn: targets[..<same])
    let left = shadow[same...].filter { !new.contains(ObjectIdentifier($0)) }
    change.removed = Self.first(of: left[...], notIn: targets[..<same])
    if settled > same {
      // The remaining targets are still in their stored order after a removal.
      var next = same
      for object in shadow[same..<settled] where next < targets.count {
        if targets[next] === object { next += 1 }
      }
      settled = next
    }
    shadow = targets
    return change
  }

  /// Compares all targets and removes repeated ones.
  ///
  /// - Returns: The changes that an earlier in-place change left undetected.
  mutating func _verify() -> _ToManyChange<Target> {
    guard let objects else {
      isUnverified = false
      return _ToManyChange()
    }
    if let distinct = Self.distinct(objects, preferring: 0..<0) { self.objects = distinct }
    isUnverified = false
    return _difference(isAssignment: true)
  }

  // MARK: Repeated targets

  /// Removes the former occurrences of the last `count` targets, which an append has added.
  ///
  /// It takes time in proportion to `count` if the targets are repeated at the end, and otherwise to
  /// the number of all targets.
  ///
  /// - Returns: The appended targets that the relationship did not have.
  mutating func _removeRepeated(last count: Int) -> [Target] {
    let start = shadow.count - count
    guard start >= 0, objects?.count == shadow.count else { return Array(shadow.suffix(count)) }
    var known = members ?? []
    members = nil
    if known.count != start { known = Set(shadow[..<start].map(ObjectIdentifier.init)) }
    var new: [Target] = []
    var index = start
    while index < shadow.count {
      let target = shadow[index]
      if known.insert(ObjectIdentifier(target)).inserted {
        new.append(target)
        index += 1
      } else if !removeEarlier(target, before: index, isInShadow: true) {
        index += 1
      }
    }
    members = known
    return new
  }

  /// Removes the last occurrence of a target before an index; false if there is none.
  ///
  /// `isInShadow` is true if `shadow` has the later occurrence too.
  mutating func removeEarlier(_ target: Target, before end: Int, isInShadow: Bool) -> Bool {
    guard let index = objects?[..<end].lastIndex(where: { $0 === target }) else { return false }
    objects?.remove(at: index)
    if isInShadow {
      if let index = shadow[..<end].lastIndex(where: { $0 === target }) { shadow.remove(at: index) }
    } else if index < shadow.count - 1 {
      shadow.remove(at: index)
      shadow.append(target)
    }
    // The target is last now, which the store does not know unless it was last before.
    if index < settled, isInShadow || index < shadow.count - 1 { settled -= 1 }
    return true
  }

  /// Whether a target in a range occurs twice among all targets.
  private static func hasRepeated(_ targets: [Target], in changed: Range<Int>) -> Bool {
    let new = Set(targets[changed].map(ObjectIdentifier.init))
    if new.count < changed.count { return true }
    if new.isEmpty { return false }
    return targets[..<changed.lowerBound].contains { new.contains(ObjectIdentifier($0)) }
      || targets[changed.upperBound...].contains { new.contains(ObjectIdentifier($0)) }
  }

  /// The targets without repeated ones; nil if there are none.
  ///
  /// The last occurrence of a target remains, or its last one in the changed range.
  private static func distinct(_ targets: [Target], preferring changed: Range<Int>) -> [Target]? {
    var remaining: [ObjectIdentifier: Int] = [:]
    for (index, target) in targets.enumerated() where !changed.contains(index) {
      remaining[ObjectIdentifier(target)] = index
    }
    for index in changed { remaining[ObjectIdentifier(targets[index])] = index }
    if remaining.count == targets.count { return nil }
    return targets.indices.filter { remaining[ObjectIdentifier(targets[$0])] == $0 }
      .map { targets[$0] }
  }

  /// The targets that `others` does not contain, in order and without duplicates.
  private static func first(of targets: ArraySlice<Target>, notIn others: ArraySlice<Target>)
    -> [Target]
  {
    if targets.isEmpty { return [] }
    if targets.count == 1 || targets.count * (targets.count + others.count) <= 1024 {
      var found: [Target] = []
      for target in targets
      where !others.contains(where: { $0 === target }) && !found.contains(where: { $0 === target })
      {
        found.append(target)
      }
      return found
    }
    var seen = Set(others.map(ObjectIdentifier.init))
    return targets.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
