// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Tells whether an access made now would be registered by `withObservationTracking`.
///
/// Observation has no such question. But it hashes the key path of an access only while somebody
/// tracks, and a key path with a subscript argument hashes that argument: so an access to a
/// subject of our own, through such a key path, shows it. An answer that is wrong because another
/// thread tracks at the same moment costs one spare registrar.
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

  /// The argument whose hashing shows that somebody tracks.
  @usableFromInline
  struct Argument: Hashable, Sendable {
    @usableFromInline
    func hash(into hasher: inout Hasher) {
      hashCount.wrappingAdd(1, ordering: .relaxed)
    }
  }

  /// How often an ``Argument`` was hashed in this process.
  private static let hashCount = Atomic<Int>(0)
}
