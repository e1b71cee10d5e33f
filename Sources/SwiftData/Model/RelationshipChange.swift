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

  /// Finds what differs, and brings `shadow` up to date.
  @inlinable
  package init(from shadow: inout [Target], to objects: [Target]) {
    let common = Swift.min(shadow.count, objects.count)
    var same = 0
    while same < common, shadow[same] === objects[same] { same += 1 }
    if same == shadow.count {
      // The usual case: something was appended.
      added = same == objects.count ? [] : Array(objects[same...])
      shadow.append(contentsOf: added)
      return
    }
    let old = Set(shadow[same...].map(ObjectIdentifier.init))
    let new = Set(objects[same...].map(ObjectIdentifier.init))
    added = objects[same...].filter { !old.contains(ObjectIdentifier($0)) }
    removed = shadow[same...].filter { !new.contains(ObjectIdentifier($0)) }
    shadow = objects
  }
}
