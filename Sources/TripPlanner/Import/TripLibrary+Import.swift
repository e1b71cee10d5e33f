// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
import TravelFiles

extension TripLibrary {
  /// The maximum size of an imported file in bytes.
  static let fileLimit = 256 << 20

  /// Imports travel documents, each file in one transaction.
  ///
  /// A bad file does not stop the import of others, and nothing of it is stored. A booking that is already
  /// stored is updated, and values that the user has edited stay.
  ///
  /// - Parameters:
  ///   - files: The files; the content decides the format.
  ///   - options: The user's information about the files.
  ///   - progress: Called before each file, on the library's executor.
  /// - Returns: The outcome for each file, in the order of `files`.
  package func importFiles(
    _ files: [URL], options: TripImportOptions,
    progress: (@Sendable (TripImportProgress) -> Void)? = nil
  ) async -> TripImportReport {
    var report = TripImportReport()
    report.isDryRun = options.isDryRun
    for (index, url) in files.enumerated() {
      // Lets other callers run between two files.
      await Task.yield()
      let name = url.lastPathComponent
      progress?(TripImportProgress(file: name, index: index, total: files.count))
      do {
        try Task.checkCancellation()
        let values = try url.resourceValues(forKeys: [.fileSizeKey, .isDirectoryKey])
        if values.isDirectory == true {
          throw TravelFileError(
            .unknownFormat, reason: "It is a folder", remedy: "Import the files in it")
        }
        let size = values.fileSize ?? 0
        guard size <= Self.fileLimit else {
          throw TravelFileError(
            .tooLarge, reason: "The file has more than \(Self.fileLimit >> 20) MB",
            remedy: "Import its parts")
        }
        let data = try Data(contentsOf: url, options: .mappedIfSafe)
        report.files.append(importOne(data, name: name, options: options))
      } catch {
        report.files.append(Self.failed(name, error))
      }
    }
    return report
  }

  /// Imports one document from memory, such as an upload or pasted text.
  ///
  /// - Parameters:
  ///   - data: The content.
  ///   - name: The name for messages and documents.
  ///   - options: The user's information about it.
  /// - Returns: The outcome.
  package func importData(
    _ data: Data, name: String, options: TripImportOptions
  ) -> TripImportReport {
    var report = TripImportReport()
    report.isDryRun = options.isDryRun
    report.files.append(importOne(data, name: name, options: options))
    return report
  }

  /// Imports pasted lines of a packing list.
  package func importPackingLines(
    _ text: String, name: String, options: TripImportOptions
  ) -> TripImportReport {
    var document = TravelDocument(.packingList)
    document.packing = PackingList.lines(text)
    var report = TripImportReport()
    report.isDryRun = options.isDryRun
    do {
      report.files.append(try store(document, name: name, options: options))
    } catch {
      report.files.append(Self.failed(name, error))
    }
    return report
  }

  private func importOne(
    _ data: Data, name: String, options: TripImportOptions
  ) -> TripImportReport.File {
    do {
      if TripArchive.matches(data) { return try restore(data, name: name, options: options) }
      let day = options.documentDate ?? Self.today(clock(), in: nil)
      let document = try TravelFileReader(documentDate: day).read(data, name: name)
      return try store(document, name: name, options: options)
    } catch {
      return Self.failed(name, error)
    }
  }

  /// Stores a document in one transaction, which a dry run rolls back.
  private func store(
    _ document: TravelDocument, name: String, options: TripImportOptions
  ) throws -> TripImportReport.File {
    try transact(isDryRun: options.isDryRun) { now in
      let run = try TripImportRun(context: modelContext, options: options, now: now)
      try run.store(document, name: name)
      return run.file
    }
  }

  /// Runs a change, and rolls it back in a dry run.
  func transact(
    isDryRun: Bool, _ change: (Date) throws -> TripImportReport.File
  ) throws -> TripImportReport.File {
    guard isDryRun else { return try write(change) }
    var result: TripImportReport.File?
    do {
      try modelContext.transaction {
        result = try change(clock())
        throw DryRunEnd()
      }
    } catch is DryRunEnd {}
    modelContext.rollback()
    guard let result else { throw SwiftDataError.storeFailure }
    return result
  }

  /// The end of a dry run, which rolls the transaction back.
  private struct DryRunEnd: Error {}

  static func failed(_ name: String, _ error: any Error) -> TripImportReport.File {
    var file = TripImportReport.File(name: name)
    if let error = error as? TravelFileError {
      file.error = .init(line: error.line, message: "\(error.reason). \(error.remedy).")
    } else if error is CancellationError {
      file.error = .init(
        line: nil, message: "The import was cancelled before this file was stored. Import it again."
      )
    } else if let error = error as? CocoaError,
      [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code)
    {
      file.error = .init(line: nil, message: "There is no such file. Check its path.")
    } else {
      file.error = .init(line: nil, message: error.localizedDescription)
    }
    return file
  }
}
