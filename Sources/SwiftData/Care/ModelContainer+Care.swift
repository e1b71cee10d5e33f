// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ModelContainer {
  /// Copies the container's stores into a folder, while others go on reading and writing.
  ///
  /// Not in Apple's framework. Each store gets a file of its own name, a complete store with all
  /// external files, as it was committed last; what contexts have not saved is not in it. A copy
  /// appears as a whole, when it is complete. One that is there already is replaced only if
  /// `replacing` is true, and stays whole until then.
  ///
  /// - Parameters:
  ///   - folder: Made if it is not there.
  ///   - replacing: Whether earlier backups in the folder may be replaced.
  /// - Returns: The copies, in the order of the configurations.
  /// - Throws: A ``SwiftDataError`` that says why there is no backup: the store lies in memory, is
  ///   damaged, or an external file is missing; for a missing file only after the rest was copied.
  @discardableResult
  public func backup(to folder: URL, replacing: Bool = false) throws -> [URL] {
    var copies: [URL] = []
    let files = try storeFiles("backed up")
    for (index, file) in files.enumerated() {
      let name = file.url.lastPathComponent
      guard files[..<index].contains(where: { $0.url.lastPathComponent == name }) else { continue }
      throw SwiftDataError.storeFailure.saying(
        "Two stores of the container have the file name \(name), and their backups can't lie in one "
          + "folder. Give one of them another name, or back them up by containers of their own.")
    }
    for file in files {
      let copy = folder.appending(path: file.url.lastPathComponent)
      let report = try file.backUp(to: copy, replacing: replacing)
      copies.append(copy)
      guard let missing = report.missingFiles.first else { continue }
      throw SwiftDataError.storeIsCorrupt.saying(
        "\(report.missingFiles.count) external files of \(file.name) are missing, \(missing) first. "
          + "Everything else was copied to \(copy.path(percentEncoded: false)).")
    }
    return copies
  }

  /// Puts a backup in the place of a store that no container has open.
  ///
  /// Not in Apple's framework. The backup is checked first. A process that is killed meanwhile
  /// leaves either the old store or the new one. History tokens of before expire.
  ///
  /// - Parameters:
  ///   - backup: What ``backup(to:replacing:)`` or `cairn store backup` has made.
  ///   - store: The file of the store; it need not be there.
  ///   - replacing: Whether a store that is there may be replaced.
  /// - Throws: ``SwiftDataError/storeIsLocked`` if somebody has the store open,
  ///   ``SwiftDataError/storeIsCorrupt`` if the backup is damaged or lacks files, or another
  ///   ``SwiftDataError``; the store is then unchanged.
  public static func restore(from backup: URL, to store: URL, replacing: Bool = false) throws {
    _ = try StoreFile(store).restore(from: backup, replacing: replacing)
  }

  /// Rewrites the files of the container's stores without the room of what was deleted.
  ///
  /// Not in Apple's framework. Others may go on reading. A store never shrinks by itself, since it
  /// uses the room again: call this after much was deleted. It takes as much room again on the disk
  /// until it is done.
  ///
  /// Throws ``SwiftDataError/storeIsLocked`` if others write for too long, or another
  /// ``SwiftDataError``; nothing is changed then.
  ///
  /// - Returns: How many bytes were given back to the system; less than 0 if the files have grown.
  @discardableResult
  public func vacuum() throws -> Int {
    try storeFiles("vacuumed").reduce(0) { gained, file in
      let report = try file.vacuum()
      return gained + report.bytesBefore - report.bytesAfter
    }
  }

  private func storeFiles(_ what: String) throws -> [StoreFile] {
    try core.stores.map { store in
      guard !store.configuration.isStoredInMemoryOnly else {
        throw SwiftDataError.storeFailure.saying(
          "A store in memory can't be \(what): it has no file.")
      }
      return StoreFile(store.configuration.url, lockTimeout: store.configuration.lockTimeout)
    }
  }
}
