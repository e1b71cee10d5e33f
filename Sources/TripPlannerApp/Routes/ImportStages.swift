// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import Synchronization

/// Uploaded files between their preview and the confirmation, in memory.
///
/// The oldest ones are dropped when there are too many, or when they are too large; the user then chooses the
/// files again.
final class ImportStages: Sendable {
  /// Files with the trip that they are for.
  struct Stage: Sendable {
    var files: [(name: String, data: Data)]
    var trip: UUID?
    var size: Int { files.reduce(0) { $0 + $1.data.count } }
  }

  /// The largest sum of all stages in bytes.
  static let capacity = 64 << 20
  /// The message of a preview whose files have more bytes.
  static let excess =
    "The files have more than \(ByteSize.text(capacity)), so they are not kept for the import. "
    + "Choose them again, and import them."
  /// The largest number of stages.
  static let limit = 8

  private let stages = Mutex<[(id: String, stage: Stage)]>([])

  /// Reads files and keeps them; nil without reading if they are too large.
  ///
  /// - Throws: The file system's error.
  func add(contentsOf files: [URL], trip: UUID?) throws -> String? {
    let size = try files.reduce(0) { sum, file in
      sum
        + (try FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))[.size]
          as? Int ?? 0)
    }
    guard size <= Self.capacity else { return nil }
    return add(
      Stage(
        files: try files.map { (name: $0.lastPathComponent, data: try Data(contentsOf: $0)) },
        trip: trip))
  }

  /// Keeps files; nil if they are too large.
  func add(_ stage: Stage) -> String? {
    guard stage.size <= Self.capacity else { return nil }
    let id = UUID().uuidString.lowercased()
    stages.withLock { stages in
      stages.append((id, stage))
      while stages.count > Self.limit
        || stages.reduce(0, { $0 + $1.stage.size }) > Self.capacity
      {
        stages.removeFirst()
      }
    }
    return id
  }

  /// Returns files, and drops them.
  func take(_ id: String) -> Stage? {
    stages.withLock { stages in
      guard let index = stages.firstIndex(where: { $0.id == id }) else { return nil }
      return stages.remove(at: index).stage
    }
  }
}
