// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ModelContainer {
  /// Backs up the container's stores to a folder, while other processes may read and write them.
  ///
  /// ```swift
  /// let files = try container.backup(to: folder, replacing: true)
  /// for file in files { print(file.lastPathComponent) }
  /// ```
  ///
  /// Not in Apple's framework. Each copy has its store's file name. It is a complete store with all
  /// external files, in the last committed state; unsaved changes of contexts are not included. A
  /// copy appears only when it is complete. An existing copy is replaced only if `replacing` is
  /// true, and stays intact until then.
  ///
  /// - Parameters:
  ///   - folder: The target folder, which is created if needed.
  ///   - replacing: Whether earlier backups in the folder may be replaced.
  /// - Returns: The copies, in the order of the configurations.
  /// - Throws: A ``SwiftDataError`` if the store is in memory or damaged, or if an external file is
  ///   missing. In the last case, everything else has been copied.
  @discardableResult
  public func backup(to folder: URL, replacing: Bool = false) throws -> [URL] {
    var copies: [URL] = []
    let files = try storeFiles("backed up")
    for (index, file) in files.enumerated() {
      let name = file.url.lastPathComponent
      guard files[..<index].contains(where: { $0.url.lastPathComponent == name }) else { continue }
      throw SwiftDataError.storeFailure.withMessage(
        "Two stores of the container have the file name \(name), so that their backups can't be in "
          + "one folder. Rename one of them, or back them up with separate containers.")
    }
    for file in files {
      let copy = folder.appending(path: file.url.lastPathComponent)
      let report = try file.backUp(to: copy, replacing: replacing)
      copies.append(copy)
      guard let missing = report.missingFiles.first else { continue }
      throw SwiftDataError.storeIsCorrupt.withMessage(
        "\(report.missingFiles.count) external files of \(file.name) are missing, first "
          + "\(missing). Everything else was copied to \(copy.path(percentEncoded: false)).")
    }
    return copies
  }

  /// Replaces a store with a backup, while no container has the store open.
  ///
  /// Not in Apple's framework. The backup is checked first. A process that is killed meanwhile
  /// leaves either the old store or the new one. Earlier history tokens expire.
  ///
  /// - Parameters:
  ///   - backup: A file written by ``backup(to:replacing:)`` or `cairn store backup`.
  ///   - store: The store's file, which need not exist.
  ///   - replacing: Whether an existing store may be replaced.
  /// - Throws: ``SwiftDataError/storeIsLocked`` if a process has the store open,
  ///   ``SwiftDataError/storeIsCorrupt`` if the backup is damaged or lacks files, or another
  ///   ``SwiftDataError``; the store is then unchanged.
  public static func restore(from backup: URL, to store: URL, replacing: Bool = false) throws {
    _ = try StoreFile(store).restore(from: backup, replacing: replacing)
  }

  /// Rewrites the files of the container's stores to reclaim the space of deleted data.
  ///
  /// Not in Apple's framework. Other processes may read meanwhile. A store never shrinks on its
  /// own, because it reuses free space: call this after large deletions. It temporarily needs as
  /// much disk space as the store.
  ///
  /// - Returns: The number of bytes that were reclaimed; negative if the files have grown.
  /// - Throws: ``SwiftDataError/storeIsLocked`` if other processes write for too long, or another
  ///   ``SwiftDataError``. Nothing is changed then.
  @discardableResult
  public func vacuum() throws -> Int {
    try storeFiles("vacuumed").reduce(0) { gained, file in
      let report = try file.vacuum()
      return gained + report.bytesBefore - report.bytesAfter
    }
  }

  private func storeFiles(_ operation: String) throws -> [StoreFile] {
    try core.stores.map { store in
      guard !store.configuration.isStoredInMemoryOnly else {
        throw SwiftDataError.storeFailure.withMessage(
          "A store in memory can't be \(operation): it has no file.")
      }
      return StoreFile(store.configuration.url, lockTimeout: store.configuration.lockTimeout)
    }
  }
}
