// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Detects whether `withObservationTracking` would register an access made now.
///
/// Observation has no API for this. It hashes the key path of an access only while tracking is
/// active, and a key path with a subscript argument hashes that argument. The probe therefore
/// accesses its own subject through such a key path and checks whether the argument was hashed. A
/// false positive, caused by tracking on another thread, costs one unused registrar.
public enum _ObservationProbe {
  @usableFromInline static let shared = Probe()

  /// True if the running code is inside the `apply` of `withObservationTracking`.
  @inlinable
  public static func isTracking() -> Bool { shared.isTracking() }

  @usableFromInline
  final class Probe: Sendable {
    @usableFromInline let subject = Subject()
    @usableFromInline let registrar = ObservationRegistrar()
    // A key path to a constant argument is immutable; KeyPath is not declared Sendable.
    nonisolated(unsafe) let keyPath: KeyPath<Subject, Int> = \Subject.[Argument()]

    @usableFromInline
    func isTracking() -> Bool {
      let before = hashCount.load(ordering: .relaxed)
      registrar.access(subject, keyPath: keyPath)
      return hashCount.load(ordering: .relaxed) != before
    }
  }

  @usableFromInline
  final class Subject: Observable, Sendable {
    subscript(_ argument: Argument) -> Int { 0 }
  }

  /// A subscript argument whose hashing shows that tracking is active.
  @usableFromInline
  struct Argument: Hashable, Sendable {
    @usableFromInline
    func hash(into hasher: inout Hasher) {
      hashCount.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// The number of times that an ``Argument`` was hashed in this process.
  private static let hashCount = Atomic<Int>(0)
}
