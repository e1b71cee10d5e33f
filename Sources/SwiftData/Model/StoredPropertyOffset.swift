// Cairn
// SPDX-License-Identifier: Apache-2.0

import CSwiftDataRuntime
import Synchronization

/// The byte offset of a relationship's slot in the models of a type.
///
/// The Swift runtime walks a key path component by component at each access. A stored property of a
/// class has the same offset in every object, so the offset is computed once. For any other key
/// path, each access uses the key path.
struct StoredPropertyOffset<Root: PersistentModel, Slot>: ~Copyable, Sendable {
  nonisolated(unsafe) private let keyPath: ReferenceWritableKeyPath<Root, Slot>
  /// The offset in bytes; 0 until it is known, negative if the property has none.
  private let offset = Atomic<Int>(0)

  init(_ keyPath: ReferenceWritableKeyPath<Root, Slot>) { self.keyPath = keyPath }

  /// Accesses the slot of a model, which must be a `Root`.
  @inline(__always)
  func of<Result>(_ owner: AnyObject, _ body: (inout Slot) -> Result) -> Result {
    let offset = offset.load(ordering: .relaxed)
    if offset <= 0 { return find(owner, body) }
    // Without a generic closure around it, the access is inlined and looks up no type metadata.
    defer { withExtendedLifetime(owner) {} }
    let slot = Unmanaged.passUnretained(owner).toOpaque() + offset
    return body(&slot.assumingMemoryBound(to: Slot.self).pointee)
  }

  private func find<Result>(_ owner: AnyObject, _ body: (inout Slot) -> Result) -> Result {
    let model = unsafeDowncast(owner, to: Root.self)
    guard offset.load(ordering: .relaxed) == 0 else { return body(&model[keyPath: keyPath]) }
    let object = Unmanaged.passUnretained(owner).toOpaque()
    let start = UInt(bitPattern: object)
    return withUnsafeMutablePointer(to: &model[keyPath: keyPath]) { slot in
      // An overridable property is accessed through a temporary outside the object.
      let distance = UInt(bitPattern: slot) &- start
      let isInside = distance > 0 && distance < UInt(cairn_size_of_object(object))
      offset.store(isInside ? Int(distance) : -1, ordering: .relaxed)
      return body(&slot.pointee)
    }
  }
}
