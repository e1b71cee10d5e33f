// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The figures of rucks that are calculated from tracks, beside the store.
///
/// The file saves the reading of all points at each start. An entry is used only if the ruck has the
/// same time of change, number of points and distances of efforts; a change by another process or
/// device changes the first two. A missing or damaged file costs only time.
final class FigureCache: Sendable {
  /// The state of a ruck from which its figures were calculated.
  struct Basis: Hashable, Codable {
    var lastModified: Date
    var points: Int
    var distances: [Double]
  }

  private struct Entry: Codable {
    var basis: Basis
    var figures: TrackFigures
  }

  private struct State {
    var entries: [UUID: Entry] = [:]
    var isLoaded = false
    var isChanged = false
  }

  private static let caches = Mutex<[URL: FigureCache]>([:])

  private let file: URL?
  private let state = Mutex(State())

  private init(file: URL?) { self.file = file }

  /// The cache of a store.
  ///
  /// - Parameter store: The store's file; nil for a store in memory, whose figures are not kept.
  /// - Returns: One cache for each store of the process.
  static func cache(for store: URL?) -> FigureCache {
    guard let store else { return FigureCache(file: nil) }
    return caches.withLock { caches in
      if let cache = caches[store] { return cache }
      let cache = FigureCache(file: store.deletingPathExtension().appendingPathExtension("figures"))
      caches[store] = cache
      return cache
    }
  }

  /// Returns the figures of a ruck; nil if they must be calculated.
  func figures(of id: UUID, basis: Basis) -> TrackFigures? {
    state.withLock { state in
      load(&state)
      guard let entry = state.entries[id], entry.basis == basis else { return nil }
      return entry.figures
    }
  }

  /// Stores the figures of a ruck.
  func set(_ figures: TrackFigures, of id: UUID, basis: Basis) {
    state.withLock { state in
      load(&state)
      state.entries[id] = Entry(basis: basis, figures: figures)
      state.isChanged = true
    }
  }

  /// Writes the file if entries changed; errors are ignored, because the file only saves time.
  ///
  /// - Parameter ids: Returns the rucks of the store; other entries are removed.
  /// - Throws: An error of `ids`.
  func save(keeping ids: () throws -> Set<UUID>) rethrows {
    guard file != nil, state.withLock({ $0.isChanged }) else { return }
    let kept = try ids()
    state.withLock { state in
      guard let file else { return }
      state.entries = state.entries.filter { kept.contains($0.key) }
      state.isChanged = false
      guard let data = try? JSONEncoder().encode(state.entries) else { return }
      try? data.write(to: file, options: .atomic)
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: file.path(percentEncoded: false))
    }
  }

  private func load(_ state: inout State) {
    guard !state.isLoaded else { return }
    state.isLoaded = true
    guard let file, let data = try? Data(contentsOf: file),
      let entries = try? JSONDecoder().decode([UUID: Entry].self, from: data)
    else { return }
    state.entries = entries
  }
}
