// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import TravelFiles
import TripPlanner

/// `cairn trip doc`: the documents of a trip.
struct DocGroup: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doc", abstract: "Add, list, open, edit, move and remove documents.",
    discussion: """
      EXAMPLE
        cairn trip doc open Japan passport --output passport.pdf
      """,
    subcommands: [
      DocAdd.self, PartList<DocOptions>.self, DocOpen.self, PartEdit<DocOptions>.self,
      PartMove<DocOptions>.self, PartRemove<DocOptions>.self,
    ])
}

/// The values of a document as options.
struct DocOptions: PartOptions {
  static let noun = "document"
  static let nouns = "documents"
  static let group = "doc"
  static let example = "--title Passport --expires 2031-05-01"
  static let moveAbstract = "Move a document to another trip."
  static let moveExample = "--to \"Autumn in Japan\""

  @Option(help: "The title.")
  var title: String?

  @Option(help: "The last day on which the document is valid.")
  var expires: String?

  @Option(help: "The journey that it belongs to, by its title or ID; empty for none.")
  var segment: String?

  @Option(help: "The notes.")
  var notes: String?

  var isEmpty: Bool { title == nil && expires == nil && segment == nil && notes == nil }

  func change(
    _ view: TripView, editing part: DocumentAssetSnapshot?
  ) throws -> PartChange<DocumentAssetSnapshot> {
    let day = try argument("--expires") { () throws(TripInputError) in try TripInput.day(expires) }
    let segmentID = try SegmentOptions.id(segment, view)
    return PartChange(apply: { [self] document in
      if let title { document.title = title }
      if expires != nil { document.expiryDay = day?.description }
      if segment != nil { document.segmentID = segmentID }
      if let notes { document.notes = TripInput.text(notes) }
    })
  }

  static func parts(_ view: TripView) -> [DocumentAssetSnapshot] { view.detail.documents }

  static func record(_ part: DocumentAssetSnapshot, _ view: TripView) -> TripJSON {
    .document(part)
  }

  static func table(_ parts: [DocumentAssetSnapshot], _ view: TripView) -> TextTable {
    var table = TextTable([
      .left("ID"), .left("TITLE"), .left("FILE"), .right("BYTES"), .left("VALID UNTIL"),
    ])
    for part in parts {
      table.add([
        part.id.shortText, part.name.truncated(to: 36), part.fileName.truncated(to: 36),
        "\(part.byteCount)", part.expiryDay ?? "",
      ])
    }
    return table
  }

  static func assign(_ trip: UUID, to part: inout DocumentAssetSnapshot) { part.tripID = trip }

  static func move(
    _ part: DocumentAssetSnapshot, _ target: MoveTarget, _ view: TripView, _ library: TripLibrary
  ) async throws {
    let trip = try target.requiredTrip(noun)
    try await library.edit(DocumentAssetSnapshot.self, part.id) { document in
      document.tripID = trip
      document.segmentID = nil
      document.itemID = nil
    }
  }
}

/// `cairn trip doc add`: stores files in a trip.
struct DocAdd: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Store files in a trip.",
    discussion: """
      EXAMPLE
        cairn trip doc add Japan passport.pdf --expires 2031-05-01
      """)

  @OptionGroup var trip: TripArgument

  @Argument(help: "The files.", completion: .file())
  var files: [String]

  @OptionGroup var values: DocOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if values.title != nil, files.count > 1 {
      throw ValidationError("--title needs exactly one file, but \(files.count) are given.")
    }
  }

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let change = try values.change(view, editing: nil)
    var stored: [DocumentAssetSnapshot] = []
    var isFailed = false
    for file in files {
      guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: file)) else {
        StandardError.write("cairn: \(file.printable): \(UnreadableFile.reason(file))\n")
        isFailed = true
        continue
      }
      do {
        let name = URL(fileURLWithPath: file).lastPathComponent
        let document = try await library.addDocument(bytes, fileName: name, to: view.tripID)
        stored.append(
          values.isEmpty
            ? document
            : try await library.edit(DocumentAssetSnapshot.self, document.id) { change.apply(&$0) })
      } catch let error as TripLibraryError {
        StandardError.write("cairn: \(file.printable): \(CommandError.describe(error).printable)\n")
        isFailed = true
      }
    }
    try output.write(stored.map { TripJSON.document($0) }) {
      stored.map { "added \($0.id.shortText)  \($0.name.printable)\n" }.joined()
    }
    if isFailed { throw ExitCode.failure }
  }
}

/// `cairn trip doc open`: writes a document to a file, or opens it in its program.
struct DocOpen: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Write a document to a file, or to standard output.",
    discussion: """
      The bytes are in the store, so that no server is needed.

      EXAMPLE
        cairn trip doc open Japan passport --output passport.pdf
      """)

  @OptionGroup var trip: TripArgument
  @OptionGroup var part: PartArgument

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file())
  var file: String?

  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openTrips()
    let view = try await trip.view(in: library)
    let document = try await DocOptions.find(part.part, view, library)
    guard let bytes = try await library.documentData(document.id) else {
      throw CommandError(
        "the bytes of '\(document.name.printable)' are not on this device yet: run cairn passphrase unlock, "
          + "and cairn sync")
    }
    guard let file, file != "-" else {
      if StandardOutput.isTerminal {
        throw CommandError("the document is not printed on a terminal: give --output FILE")
      }
      return try StandardOutput.write(bytes)
    }
    try OutputFile(path: file).write(bytes)
  }
}
