// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An atomic reference that is set once and retained for the life of the process.
///
/// It is an inlined `AtomicLazyReference`, which looks up its own generic metadata at each load.
/// That lookup costs more than the rest of setting a relationship.
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let address = Atomic<UInt>(0)

  init() {}

  @inline(__always)
  func load() -> Object? {
    Self.object(at: address.load(ordering: .acquiring))
  }

  /// The object, unretained; it lives as long as the process.
  @inline(__always)
  func loadUnmanaged() -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map { .fromOpaque($0) }
  }

  /// Stores the object if the reference is nil, and returns the stored object.
  func storeIfNil(_ object: Object) -> Object {
    let pointer = Unmanaged.passRetained(object)
    let (isFirst, original) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: pointer.toOpaque()), ordering: .acquiringAndReleasing)
    if isFirst { return object }
    pointer.release()
    return Self.object(at: original) ?? object
  }

  @inline(__always)
  private static func object(at address: UInt) -> Object? {
    UnsafeRawPointer(bitPattern: address).map {
      Unmanaged<Object>.fromOpaque($0).takeUnretainedValue()
    }
  }
}
