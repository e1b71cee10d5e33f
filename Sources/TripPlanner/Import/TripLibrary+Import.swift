// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
import SwiftData
import TravelFiles

extension TripLibrary {
  /// The end of the identifiers of exported events.
  static let calendarDomain = "@trips.cairn"

  /// The maximum size of an imported file in bytes.
  static let fileLimit = 256 << 20

  /// Imports travel documents, each file in one transaction.
  ///
  /// A bad file does not stop the import of others, and nothing of it is stored. A booking that is already
  /// stored is updated, and values that the user has edited stay. In a dry run, each file finds the objects of
  /// the files before it, as in the import.
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
    if options.isDryRun {
      report.files = preview(
        files.map { url in (url.lastPathComponent, { try Self.read(url) }) }, options)
      return report
    }
    for (index, url) in files.enumerated() {
      // Lets other callers run between two files.
      await Task.yield()
      let name = url.lastPathComponent
      progress?(TripImportProgress(file: name, index: index, total: files.count))
      do {
        try Task.checkCancellation()
        let data = try Self.read(url)
        report.files.append(importOne(data, name: name, options: options))
      } catch {
        report.files.append(Self.failed(name, error))
      }
    }
    return report
  }

  /// Reads a file, mapped if possible.
  private static func read(_ url: URL) throws -> Data {
    let values = try url.resourceValues(forKeys: [.fileSizeKey, .isDirectoryKey])
    if values.isDirectory == true {
      throw TravelFileError(
        .unknownFormat, reason: "It is a folder", remedy: "Import the files in it")
    }
    guard values.fileSize ?? 0 <= fileLimit else {
      throw TravelFileError(
        .tooLarge, reason: "The file has more than \(fileLimit >> 20) MB",
        remedy: "Import its parts")
    }
    return try Data(contentsOf: url, options: .mappedIfSafe)
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
    report.files =
      options.isDryRun
      ? preview([(name, { data })], options) : [importOne(data, name: name, options: options)]
    return report
  }

  /// The readable content of a file.
  private enum Content {
    case document(TravelDocument)
    case mailbox(Mailbox, TravelFileReader)
    case archive(TripArchive)
  }

  /// Reads the content of a file, without a change of the store.
  private func content(_ data: Data, name: String, _ options: TripImportOptions) throws -> Content {
    if TripArchive.matches(data) { return .archive(try TripArchive.decode(data)) }
    let day = options.documentDate ?? Self.today(clock(), in: nil)
    let reader = TravelFileReader(documentDate: day)
    if let mailbox = Mailbox(data) { return .mailbox(mailbox, reader) }
    return .document(try reader.read(data, name: name))
  }

  /// Stores a content in the running transaction.
  private func insert(
    _ content: Content, name: String, _ options: TripImportOptions, at now: Date
  ) throws -> TripImportReport.File {
    switch content {
    case .document(let document):
      let run = try TripImportRun(context: modelContext, options: options, now: now)
      try run.store(document, name: name)
      return run.file
    case .mailbox(let mailbox, let reader):
      let run = try TripImportRun(context: modelContext, options: options, now: now)
      try run.store(mailbox, reader, name: name)
      return run.file
    case .archive(let archive): return try restore(archive, name: name, at: now)
    }
  }

  /// Stores files in one transaction, and rolls it back.
  ///
  /// A file that fails while it is stored is left out, and the others are stored again without it.
  private func preview(
    _ files: [(name: String, read: () throws -> Data)], _ options: TripImportOptions
  ) -> [TripImportReport.File] {
    var contents: [Int: Content] = [:]
    var results: [Int: TripImportReport.File] = [:]
    for (index, file) in files.enumerated() {
      do {
        contents[index] = try content(try file.read(), name: file.name, options)
      } catch {
        results[index] = Self.failed(file.name, error)
      }
    }
    while true {
      var stored: [Int: TripImportReport.File] = [:]
      var failure: (index: Int, error: any Error)?
      do {
        try modelContext.transaction {
          let now = clock()
          for (index, content) in contents.sorted(by: { $0.key < $1.key }) {
            do {
              stored[index] = try insert(content, name: files[index].name, options, at: now)
              try modelContext.save()
            } catch {
              failure = (index, error)
              break
            }
          }
          throw DryRunEnd()
        }
      } catch is DryRunEnd {
      } catch {
        failure = failure ?? contents.keys.min().map { ($0, error) }
      }
      modelContext.rollback()
      guard let failure else { return files.indices.compactMap { results[$0] ?? stored[$0] } }
      results[failure.index] = Self.failed(files[failure.index].name, failure.error)
      contents[failure.index] = nil
    }
  }

  private func importOne(
    _ data: Data, name: String, options: TripImportOptions
  ) -> TripImportReport.File {
    do {
      return try store(
        try content(data, name: name, options), name: name, options: options)
    } catch {
      return Self.failed(name, error)
    }
  }

  /// Stores a content in one transaction, which a dry run rolls back.
  private func store(
    _ content: Content, name: String, options: TripImportOptions
  ) throws -> TripImportReport.File {
    try transact(isDryRun: options.isDryRun) { now in
      try insert(content, name: name, options, at: now)
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
