// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A change to an attribute; no other property depends on it.
@frozen
public struct _AttributeChange {
  @inlinable
  package init() {}
}

/// A change to a to-one relationship.
@frozen
public struct _ToOneChange<Target: PersistentModel> {
  @usableFromInline package let old: Target?
  @usableFromInline package let new: Target?

  @inlinable
  package init(old: Target?, new: Target?) {
    self.old = old
    self.new = new
  }
}

/// A change to a to-many relationship: the added and the removed targets, without duplicates.
///
/// An array may temporarily contain a target twice, as when it is rearranged step by step. The
/// target counts as added with its first occurrence and as removed with its last.
@frozen
public struct _ToManyChange<Target: PersistentModel> {
  @usableFromInline package var added: [Target] = []
  @usableFromInline package var removed: [Target] = []
  /// True if `added` may contain targets that the relationship already had.
  @usableFromInline package var isUncertain = false

  /// Computes the difference, and updates `shadow` and `settled`.
  ///
  /// An append must not compare the whole array, since a series of appends would be quadratic.
  /// After growth, only a sample of the older targets in a long array is compared. The sample
  /// detects every change by the methods of `Array`. Other changes, by an `inout` function of the
  /// program, are detected by the next complete comparison.
  @inlinable
  package init(
    from shadow: inout [Target], to objects: [Target], _ settled: inout Int,
    _ isUnverified: inout Bool
  ) {
    let count = shadow.count
    if count > 128, objects.count > count, count & (count - 1) != 0 {
      let isAppend =
        shadow[count - 1] === objects[count - 1] && shadow[0] === objects[0]
        && shadow[count / 2] === objects[count / 2]
      if isAppend {
        self.init()
        added = Array(objects[count...])
        shadow.append(contentsOf: added)
        isUncertain = true
        isUnverified = true
        return
      }
    }
    self.init(comparing: &shadow, to: objects, &settled, &isUnverified)
  }

  @inlinable
  package init() {}

  /// Compares all targets; sets `isUnverified` if a target occurs twice.
  @usableFromInline
  package init(
    comparing shadow: inout [Target], to objects: [Target], _ settled: inout Int,
    _ isUnverified: inout Bool
  ) {
    let common = Swift.min(shadow.count, objects.count)
    var same = 0
    while same < common, shadow[same] === objects[same] { same += 1 }
    if same == shadow.count {
      // The usual case: targets were appended.
      if same == objects.count { return }
      added = Self.first(of: objects[same...], notIn: objects[..<same])
      if added.count < objects.count - same { isUnverified = true }
      shadow.append(contentsOf: objects[same...])
      return
    }
    let old = Set(shadow[same...].map(ObjectIdentifier.init))
    let new = Set(objects[same...].map(ObjectIdentifier.init))
    if new.count < objects.count - same { isUnverified = true }
    let candidates = objects[same...].filter { !old.contains(ObjectIdentifier($0)) }
    added = Self.first(of: candidates[...], notIn: objects[..<same])
    if added.count < candidates.count { isUnverified = true }
    let left = shadow[same...].filter { !new.contains(ObjectIdentifier($0)) }
    removed = Self.first(of: left[...], notIn: objects[..<same])
    if settled > same {
      // The remaining targets are still in their stored order after a removal.
      var next = same
      for object in shadow[same..<settled] where next < objects.count {
        if objects[next] === object { next += 1 }
      }
      settled = next
    }
    shadow = objects
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
