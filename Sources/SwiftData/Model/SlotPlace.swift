// Cairn
// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Synchronization

/// Where a relationship's slot lies in the models of a type.
///
/// A key path is walked by the run time, link by link, each time that it is followed. What leads to
/// a stored property of a class lies at the same distance from each object, so that the walk is
/// made once; a key path that leads elsewhere is followed every time.
final class SlotPlace<Root: PersistentModel, Slot>: Sendable {
  nonisolated(unsafe) private let keyPath: ReferenceWritableKeyPath<Root, Slot>
  /// The distance from the object; 0 while it is not known, negative if there is none.
  private let offset = Atomic<Int>(0)

  init(_ keyPath: ReferenceWritableKeyPath<Root, Slot>) { self.keyPath = keyPath }

  /// Reads or changes the slot of a model, which must be a `Root`.
  @inline(__always)
  func of<Result>(_ owner: AnyObject, _ body: (inout Slot) -> Result) -> Result {
    let offset = offset.load(ordering: .relaxed)
    if offset <= 0 { return find(owner, body) }
    return withExtendedLifetime(owner) {
      let slot =
        Unmanaged.passUnretained(owner).toOpaque() + offset
      return body(&slot.assumingMemoryBound(to: Slot.self).pointee)
    }
  }

  private func find<Result>(_ owner: AnyObject, _ body: (inout Slot) -> Result) -> Result {
    let model = unsafeDowncast(owner, to: Root.self)
    guard offset.load(ordering: .relaxed) == 0 else { return body(&model[keyPath: keyPath]) }
    let object = Unmanaged.passUnretained(owner).toOpaque()
    let start = UInt(bitPattern: object)
    return withUnsafeMutablePointer(to: &model[keyPath: keyPath]) { slot in
      // The value of a property that can be overridden lies in a temporary, elsewhere.
      let distance = UInt(bitPattern: slot) &- start
      let isInside = distance > 0 && distance < UInt(cairn_size_of_object(object))
      offset.store(isInside ? Int(distance) : -1, ordering: .relaxed)
      return body(&slot.pointee)
    }
  }
}
