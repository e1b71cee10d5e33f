// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// `cairn trip import`: imports bookings, calendars, places and lists, each file completely or not at all.
struct TripImport: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import bookings, calendars, passes, places, tracks and lists.",
    discussion: """
      The content of a file decides its format: .ics, .pkpass, .pkpasses, .eml, .mbox, .html, .json, GPX, KML, \
      KMZ, GeoJSON, Google Takeout, packing lists as CSV. PDF files and pictures become documents. A booking goes \
      to the trip whose dates fit, or to a new one. A booking that was imported before is updated, and your \
      own changes stay. If a file can't be read, the command reports it, imports the others, and exits with \
      status 1.

      EXAMPLE
        cairn trip import booking.eml *.pkpass plan.ics --trip Japan
      """)

  @Argument(help: "The files to import; - for standard input.", completion: .file())
  var files: [String]

  @Option(help: "The trip for all bookings.")
  var trip: String?

  @Flag(help: "Report the effect, and change nothing.")
  var dryRun = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    var id: UUID?
    if let trip {
      id = try await TripView.load(try await library.tripID(matching: trip), in: library).tripID
    }
    let options = TripImportOptions(trip: id, isDryRun: dryRun, documentDate: LocalDate.today)
    let progress = ProgressLine()
    var report = TripImportReport()
    report.isDryRun = dryRun
    // In a dry run, each file finds the trips of the files before it.
    let groups = dryRun && !files.contains("-") ? [files] : files.map { [$0] }
    for (index, group) in groups.enumerated() {
      progress.show(file: group[0], index: index, of: groups.count, detail: "")
      let part: TripImportReport
      if group == ["-"] {
        let bytes = try FileHandle.standardInput.readToEnd() ?? Data()
        part = await library.importData(bytes, name: "standard input", options: options)
      } else {
        part = await library.importFiles(
          group.map { URL(fileURLWithPath: $0) }, options: options)
      }
      // Messages name the file as the user does.
      report.files += zip(part.files, group).map { result, file in
        var result = result
        result.name = file
        return result
      }
    }
    progress.clear()
    for file in report.files {
      for issue in file.issues {
        Self.warn(file.name, issue, prefix: "warning: ")
      }
      if file.issueCount > file.issues.count {
        StandardError.write(
          "cairn: \(file.name.printable): warning: \(file.issueCount - file.issues.count) more\n")
      }
      if let error = file.error { Self.warn(file.name, error, prefix: "") }
    }
    let names = try await library.trips(.all, countsItems: false)
      .map { ($0.id, $0.trip.title) }
    do {
      try output.write(Self.record(report)) {
        Self.text(report, Dictionary(names) { first, _ in first })
      }
    } catch is OutputClosed {
      // The exit status still reports whether every file was imported.
    }
    if report.failedCount > 0 { throw ExitCode.failure }
  }

  private static func warn(_ file: String, _ issue: TripImportReport.Issue, prefix: String) {
    let line = issue.line.map { ":\($0)" } ?? ""
    StandardError.write("cairn: \(file.printable)\(line): \(prefix)\(issue.message.printable)\n")
  }

  private static func record(_ report: TripImportReport) -> TripJSON {
    .object([
      "dry_run": .flag(report.isDryRun),
      "files": .list(
        report.files.map { file in
          .object([
            "file": .text(file.name), "format": TripJSON(file.format?.rawValue),
            "changes": .list(
              file.changes.map { change in
                .object([
                  "action": .text(change.kind.rawValue), "type": .text(change.type),
                  "id": TripJSON(change.id), "name": .text(change.name),
                  "trip_id": TripJSON(change.trip),
                ])
              }),
            "issues": .list(file.issues.map { issue($0) }),
            "issue_count": .integer(file.issueCount),
            "trips": .list(file.trips.map { TripJSON($0) }),
            "error": file.error.map { issue($0) } ?? .null,
          ])
        }),
    ])
  }

  private static func issue(_ issue: TripImportReport.Issue) -> TripJSON {
    .object(["line": TripJSON(issue.line), "message": .text(issue.message)])
  }

  private static func text(_ report: TripImportReport, _ names: [UUID: String]) -> String {
    var text = ""
    for file in report.files where file.error == nil {
      // The occurrences of a recurring event are one line.
      var last: (line: String, count: Int)?
      func flush() {
        guard let last else { return }
        text += last.line + (last.count > 1 ? " (\(last.count) times)" : "") + "\n"
      }
      for change in file.changes {
        let action = change.kind == .stayedDeleted ? "stays deleted" : change.kind.rawValue
        let trip = change.type == "Trip" ? nil : change.trip.flatMap { names[$0] }
        let line =
          "\(action)  \(TripWords.noun(change.type)) \(change.name.printable)"
          + (trip.map { " in \($0.printable)" } ?? "")
        if let known = last, known.line == line {
          last = (line, known.count + 1)
        } else {
          flush()
          last = (line, 1)
        }
      }
      flush()
    }
    let counts: [(Int, String)] = [
      (report.count(.added), "added"), (report.count(.updated), "updated"),
      (report.count(.cancelled), "cancelled"), (report.count(.unchanged), "unchanged"),
      (report.count(.stayedDeleted), "still deleted"),
      (report.failedCount, report.failedCount == 1 ? "file failed" : "files failed"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let mark = report.isDryRun ? "nothing was changed: " : ""
    return text + mark + (parts.isEmpty ? "nothing to import" : parts.joined(separator: ", "))
      + "\n"
  }
}

/// `cairn trip export`: writes a trip to a file for other programs.
struct TripExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a trip as ics, gpx, kml, csv, json or html.",
    discussion: """
      EXAMPLE
        cairn trip export Japan --format ics --output japan.ics
      """)

  @OptionGroup var trip: TripArgument

  @Option(
    help: "The file format: \(TripExportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = TripExportFormat.calendar

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let export = try await library.export(
      format, of: view.tripID, drawing: BarcodePicture.drawing)
    guard let file, file != "-" else { return try StandardOutput.write(export.data) }
    try OutputFile(path: file).write(export.data)
  }
}

/// `cairn trip feed`: shows or changes the secret address of a trip's calendar feed.
struct TripFeed: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Show, renew or stop the calendar feed of a trip.",
    discussion: """
      cairn serve answers at the address. Everybody who knows it can read the trip.

      EXAMPLE
        cairn trip feed Japan --renew
      """)

  @OptionGroup var trip: TripArgument

  @Flag(help: "Start the feed, or give it a new address.")
  var renew = false

  @Flag(help: "Stop the feed.")
  var stop = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if renew, stop { throw ValidationError("Give --renew or --stop, not both.") }
  }

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let feeds = FeedSecrets(folder: data.url)
    if renew { _ = try feeds.renew(view.tripID) }
    if stop { try feeds.remove(view.tripID) }
    let path = try feeds.secret(view.tripID).map(TripPaths.feed)
    try output.write(TripJSON.object(["trip_id": TripJSON(view.tripID), "path": TripJSON(path)])) {
      path.map { "\($0)\n" } ?? "The feed is off. Start it with --renew.\n"
    }
  }
}

/// `cairn trip log`: lists the changes of trips.
struct TripLog: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "List the changes of a trip, or of all trips, the latest first.",
    discussion: """
      EXAMPLE
        cairn trip log Japan --limit 20
      """)

  @Argument(help: "The trip's name, or any unambiguous prefix of its ID.")
  var trip: String?

  @Option(help: "The maximum number of changes.")
  var limit = 50

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit: give a number above zero.") }
  }

  func run() async throws {
    let library = try data.openTrips()
    var id: UUID?
    if let trip { id = try await library.tripID(matching: trip) }
    let entries = try await library.log(id, limit: limit)
    try output.write(entries.map { TripJSON.log($0) }) {
      guard !entries.isEmpty else { return "No change is recorded yet.\n" }
      return entries.map { TripLog.line($0) }.joined()
    }
  }

  static func line(_ log: LogEntry) -> String {
    let text = LogText(log, format: TripFormat())
    let values = [text.old.map { "\($0.printable) ->" }, text.new?.printable].compactMap(\.self)
    let end = values.isEmpty ? "" : ": " + values.joined(separator: " ")
    return "\(log.entry.timestamp.localText)  \(text.who.printable) \(text.what) "
      + "\(text.object.printable)\(end)\n"
  }
}

extension TripJSON {
  static func log(_ log: LogEntry) -> TripJSON {
    .object([
      "id": TripJSON(log.id), "at": TripJSON(log.entry.timestamp), "actor": .text(log.entry.actor),
      "device": TripJSON(log.entry.device), "action": .text(log.entry.action),
      "type": .text(log.entry.objectType), "object_id": TripJSON(log.entry.objectID),
      "object": TripJSON(log.objectName), "property": TripJSON(log.entry.property),
      "old": TripJSON(log.oldValue), "new": TripJSON(log.newValue),
      "trip_id": TripJSON(log.entry.tripID), "own": .flag(log.isOwn),
    ])
  }
}

/// `cairn trip undo`: reverts the last change of this device.
struct TripUndo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Revert the last change of this device, as a new change.",
    discussion: """
      A deletion for good can't be reverted: the command reverts the change before it, and says so. If a \
      value was changed since, here or on another device, the command names the change and reverts nothing; \
      with --skip, it reverts the last change before it that can be reverted.

      EXAMPLES
        cairn trip undo Japan
        cairn trip undo Japan --skip
      """)

  @Argument(help: "The trip's name, or any unambiguous prefix of its ID.")
  var trip: String?

  @Flag(help: "Pass over changes that can't be reverted.")
  var skip = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await UndoRun(trip: trip, isRedo: false, isSkipping: skip, output: output, data: data).run()
  }
}

/// `cairn trip redo`: repeats the last reverted change.
struct TripRedo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Repeat the last change that undo reverted.",
    discussion: """
      EXAMPLE
        cairn trip redo Japan
      """)

  @Argument(help: "The trip's name, or any unambiguous prefix of its ID.")
  var trip: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    try await UndoRun(trip: trip, isRedo: true, isSkipping: false, output: output, data: data).run()
  }
}

/// The common part of undo and redo.
private struct UndoRun {
  /// The number of passed over changes that are listed.
  private static let skippedLimit = 5

  var trip: String?
  var isRedo: Bool
  var isSkipping: Bool
  var output: OutputOptions
  var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    var id: UUID?
    if let trip { id = try await library.tripID(matching: trip) }
    let result =
      isRedo
      ? try await library.redo(id) : try await library.undo(id, isSkipping: isSkipping)
    for change in result.skipped.prefix(Self.skippedLimit) {
      StandardError.write("cairn: not reverted: \(change.printable)\n")
    }
    if result.skipped.count > Self.skippedLimit {
      let count = result.skipped.count - Self.skippedLimit
      StandardError.write("cairn: not reverted: \(count) more\n")
    }
    try output.write(result.entries.map { TripJSON.log($0) }) {
      let verb = isRedo ? "repeated" : "reverted"
      return "\(verb) \(TripFormat.count(result.entries.count, "change")):\n"
        + result.entries.map { "  " + TripLog.line($0) }.joined()
    }
  }
}
