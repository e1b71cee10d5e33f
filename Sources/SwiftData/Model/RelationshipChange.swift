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

/// The change of a to-many relationship.
@frozen
public struct _ToManyChange<Target: PersistentModel> {
  @usableFromInline package var added: [Target] = []
  @usableFromInline package var removed: [Target] = []

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
        isUnverified = true
        return
      }
    }
    isUnverified = false
    self.init(comparing: &shadow, to: objects, &settled)
  }

  @inlinable
  package init() {}

  /// Compares all targets.
  @usableFromInline
  package init(comparing shadow: inout [Target], to objects: [Target], _ settled: inout Int) {
    let common = Swift.min(shadow.count, objects.count)
    var same = 0
    while same < common, shadow[same] === objects[same] { same += 1 }
    if same == shadow.count {
      // The usual case: something was appended.
      if same < objects.count {
        added = Array(objects[same...])
        shadow.append(contentsOf: added)
      }
      return
    }
    let old = Set(shadow[same...].map(ObjectIdentifier.init))
    let new = Set(objects[same...].map(ObjectIdentifier.init))
    added = objects[same...].filter { !old.contains(ObjectIdentifier($0)) }
    removed = shadow[same...].filter { target in
      // It may have been there twice.
      !new.contains(ObjectIdentifier(target)) && !objects[..<same].contains { $0 === target }
    }
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
}
