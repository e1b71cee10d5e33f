// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A reference that is stored once, by whichever thread comes first, and kept for the life of the
/// process.
///
/// What `AtomicLazyReference` does, but inlined: that one looks up its own generic metadata at each
/// load, which costs more than the rest of setting a relationship.
struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  private let address = Atomic<UInt>(0)

  init() {}

  @inline(__always)
  func load() -> Object? {
    Self.object(at: address.load(ordering: .acquiring))
  }

  /// The object without a reference being counted: it lives as long as the process.
  @inline(__always)
  func loadUnmanaged() -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)).map { .fromOpaque($0) }
  }

  /// Stores the object if there is none yet; the one that is there from now on.
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
