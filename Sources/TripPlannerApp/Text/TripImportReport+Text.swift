// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageKit
import TripPlanner

extension TripImportReport.Change {
  /// The numbers of changes by their kind, such as "3 added"; kinds without changes are left out.
  static func counts(_ changes: [TripImportReport.Change]) -> [String] {
    let words: [(Kind, String)] = [
      (.added, "added"), (.updated, "updated"), (.cancelled, "cancelled"),
      (.unchanged, "unchanged"), (.stayedDeleted, "still deleted"),
    ]
    return words.compactMap { kind, word in
      let count = changes.count { $0.kind == kind }
      return count > 0 ? "\(count) \(word)" : nil
    }
  }

  /// Whether the store differs after the change.
  fileprivate var isStored: Bool {
    switch kind {
    case .added, .updated, .cancelled: true
    case .unchanged, .stayedDeleted: false
    }
  }
}

extension TripImportReport.File {
  /// The number of issues in ``remarks``.
  private static let issueLimit = 8

  /// The message of a file without an object.
  static let nothingFound =
    "The file has no booking, place or list that a program can read. Enter it by hand, or import the ticket as a "
    + "document."

  /// The reason why nothing was stored, as sentences; nil for success.
  var problem: String? {
    error.map { Self.text($0) + " Nothing of this file was stored." }
  }

  /// The first issues, then the number of the others.
  var remarks: [String] {
    let shown = issues.prefix(Self.issueLimit).map(Self.text)
    let more = issueCount - shown.count
    return shown + (more > 0 ? ["And \(more) more."] : [])
  }

  private static func text(_ issue: TripImportReport.Issue) -> String {
    (issue.line.map { "Line \($0): " } ?? "") + issue.message
  }
}

extension UploadReport {
  /// The report of an import for the script of the form, with one result for each file.
  ///
  /// - Parameters:
  ///   - report: The import.
  ///   - titles: The titles of the trips by their identifiers.
  init(_ report: TripImportReport, titles: [UUID: String]) {
    self.init(files: report.files.map { File($0, titles: titles) })
  }
}

extension UploadReport.File {
  /// The number of objects that the description names.
  private static let nameLimit = 5

  fileprivate init(_ file: TripImportReport.File, titles: [UUID: String]) {
    let name = URL(filePath: file.name).lastPathComponent
    guard file.error == nil, !file.changes.isEmpty else {
      self.init(
        name, .failed, detail: file.problem ?? TripImportReport.File.nothingFound,
        notes: file.remarks)
      return
    }
    let stored = file.changes.filter(\.isStored)
    let counts = TripImportReport.Change.counts(file.changes).joined(separator: ", ")
    let names = stored.map(\.name).filter { !$0.isEmpty }.prefix(Self.nameLimit)
    let trip = file.changes.lazy.compactMap(\.trip).first { titles[$0] != nil }
    self.init(
      name, stored.isEmpty ? .unchanged : .imported, title: trip.flatMap { titles[$0] },
      link: trip.map(TripPaths.trip),
      detail: names.isEmpty ? counts : counts + ": " + names.joined(separator: ", "),
      notes: file.remarks)
  }
}
