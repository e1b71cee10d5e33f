// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import Crypto
package import Foundation
import Synchronization

/// An asset upload in progress.
package final class AssetUpload: Sendable {
  private struct State {
    var digest = SHA256()
    var size = 0
    var isOver = false
  }

  let name: String
  private let handle: FileHandle
  private let partial: URL
  private let files: AssetFiles
  private let state = Mutex(State())

  init(name: String, handle: FileHandle, partial: URL, files: AssetFiles) {
    self.name = name
    self.handle = handle
    self.partial = partial
    self.files = files
  }

  deinit { cancel() }

  /// Appends bytes to the file.
  ///
  /// - Throws: ``ServerFailure`` if the asset becomes too large, or a write fails.
  package func append(_ bytes: Data) async throws {
    let size = state.withLock { state in
      state.digest.update(data: bytes)
      state.size += bytes.count
      return state.size
    }
    guard size <= Limits.assetBytes else {
      throw ServerFailure(
        .quotaExceeded, "An asset has at most \(Limits.assetBytes) bytes.")
    }
    try await run { [handle] in try handle.write(contentsOf: bytes) }
  }

  /// Syncs the file and moves it to its final path.
  func finish() async throws -> (size: Int64, checksum: String) {
    try await run { [handle, files, partial, name] in
      try handle.synchronize()
      try handle.close()
      do {
        try files.move(partial, to: name)
      } catch {
        files.remove(name)
        throw error
      }
    }
    return state.withLock { state in
      state.isOver = true
      return (Int64(state.size), Data(state.digest.finalize()).base64EncodedString())
    }
  }

  /// Removes the partial file, unless the upload is complete.
  package func cancel() {
    let isOver = state.withLock { state in
      defer { state.isOver = true }
      return state.isOver
    }
    guard !isOver else { return }
    try? handle.close()
    try? FileManager.default.removeItem(at: partial)
  }

  private func run(_ body: @escaping @Sendable () throws -> Void) async throws {
    do {
      try await withCheckedThrowingContinuation { continuation in
        files.queue.async { continuation.resume(with: Result { try body() }) }
      }
    } catch {
      throw ServerFailure(StorageError.full("\(error)"))
    }
  }
}
