// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The change of an attribute: nothing else has to follow it.
@frozen
public struct _AttributeChange {
  @inlinable
  package init() {}
}

/// The change of a to-one relationship.
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

/// The change of a to-many relationship: the targets that came, each once, and those that went.
///
/// A target may be there twice for a while, as when an array is rearranged step by step. It came with
/// the first of its places and goes with the last.
@frozen
public struct _ToManyChange<Target: PersistentModel> {
  @usableFromInline package var added: [Target] = []
  @usableFromInline package var removed: [Target] = []
  /// True if those that came may have been there before.
  @usableFromInline package var isUncertain = false

  /// Finds what differs, and brings `shadow` and `settled` up to date.
  ///
  /// An append must not cost a comparison of the whole array, which would make many of them
  /// quadratic. So after growth in a long array only some of the older targets are compared, which
  /// shows everything that the methods of `Array` do; what an `inout` function of the program's own
  /// may have done besides an append is found by the next complete comparison.
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

  /// Compares all targets; `isUnverified` is true afterwards if one of them is there twice.
  @usableFromInline
  package init(
    comparing shadow: inout [Target], to objects: [Target], _ settled: inout Int,
    _ isUnverified: inout Bool
  ) {
    let common = Swift.min(shadow.count, objects.count)
    var same = 0
    while same < common, shadow[same] === objects[same] { same += 1 }
    if same == shadow.count {
      // The usual case: something was appended.
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
      // Those that stay after a removal are in order still.
      var next = same
      for object in shadow[same..<settled] where next < objects.count {
        if objects[next] === object { next += 1 }
      }
      settled = next
    }
    shadow = objects
  }

  /// The targets that are not among `others`, each once, in order.
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
