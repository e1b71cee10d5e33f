// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Foundation
import Measures
import PageKit
import RuckMap

/// The values of an object as options of the command, by the names of the form's fields.
///
/// The generic subcommands ``ObjectList``, ``ObjectShow``, ``ObjectAdd``, ``ObjectEdit`` and
/// ``ObjectRemove`` serve every kind of objects.
protocol ObjectOptions: ParsableArguments, Sendable {
  associatedtype Object: RuckObject
  static var kind: ObjectKind<Object> { get }
  /// Options of an example that adds an object.
  static var example: String { get }
  /// Options of an example that changes an object.
  static var editExample: String { get }
  /// The texts by the names of the fields; nil for absent options.
  var texts: [String: String?] { get }
}

extension ObjectOptions {
  static var editExample: String { example }
}

/// An object, given by its ID, a prefix of it, or its name.
struct ObjectArgument: ParsableArguments {
  @Argument(help: "The name, or an unambiguous prefix of the ID.")
  var object: String

  /// Finds the one object that matches.
  ///
  /// - Throws: ``CommandError`` if none matches, or more than one.
  func resolve<Object: RuckObject>(
    _ kind: ObjectKind<Object>, in library: RuckLibrary
  ) async throws -> Object {
    try await library.object(kind, matching: object)
  }
}

extension RuckLibrary {
  /// Finds the one object that a text names.
  ///
  /// - Throws: ``CommandError`` if none matches, or more than one.
  func object<Object: RuckObject>(_ kind: ObjectKind<Object>, matching text: String) async throws
    -> Object
  {
    let found = try objects(Object.self, matching: text)
    if let only = found.first, found.count == 1 { return only }
    guard !found.isEmpty else {
      throw CommandError(
        "no \(kind.noun) matches '\(text.printable)': list them with cairn ruck "
          + "\(kind.command) list")
    }
    let shown = found.prefix(4).map { "\($0.id.shortText) (\($0.title.printable))" }
    throw CommandError(
      "'\(text.printable)' matches \(found.count) \(kind.nouns): give a longer prefix of "
        + shown.joined(separator: ", ") + (found.count > 4 ? ", ..." : ""))
  }

  /// Replaces the names of related objects by their identifiers.
  func resolvingRelations<Object: RuckObject>(
    _ texts: [String: String?], _ kind: ObjectKind<Object>
  ) async throws -> [String: String?] {
    var texts = texts
    for field in kind.fields {
      guard let relation = field.relation, let text = texts[field.name] ?? nil, !text.isEmpty
      else { continue }
      let id =
        switch relation {
        case .group: try await object(.groups, matching: text).id
        case .route: try await object(.routes, matching: text).id
        }
      texts[field.name] = id.uuidString
    }
    return texts
  }

  /// The format of texts for the user of this machine.
  func fieldFormat() async throws -> FieldFormat {
    FieldFormat(
      unitSystem: try profile().unitSystem, calendar: PageCalendar(timeZone: .current))
  }
}

extension ObjectKind {
  /// A table of objects.
  func table(_ objects: [Object], _ format: FieldFormat) -> String {
    guard !objects.isEmpty else {
      return "No \(nouns) yet. Add one with cairn ruck \(command) add.\n"
    }
    var table = TextTable([.left("ID")] + columns.map { .left($0) })
    for object in objects {
      table.add([object.id.shortText] + cells(object, format).map { $0.truncated(to: 40) })
    }
    return table.text(colors: StandardOutput.hasColors)
  }

  /// All values of an object as lines.
  func detail(_ object: Object, _ format: FieldFormat) -> String {
    let pairs = fields.map { field -> (name: String, value: String) in
      let text = (field.summary ?? field.read)(object, format)
      if case .flag = field.kind { return (field.label, text == "1" ? "yes" : "no") }
      return (field.label, text.isEmpty ? "-" : text)
    }
    return TextTable.fields(
      [("Id", object.id.idText)] + pairs + more(object, format))
  }

  /// Applies options; a problem names its option.
  func apply(options: [String: String?], to object: inout Object, _ format: FieldFormat) throws {
    do {
      try apply(options.compactMapValues(\.self), to: &object, format)
    } catch {
      throw Self.commandError(error)
    }
  }

  /// Converts the rejection of a value into the command's error.
  static func commandError(_ error: any Error) -> any Error {
    guard let problem = FieldProblem(rejecting: error) else { return error }
    let option = problem.field.map { "--\($0): " } ?? ""
    let message = problem.message
    return CommandError(option + (message.hasSuffix(".") ? String(message.dropLast()) : message))
  }
}

/// `cairn ruck KIND list`: lists the objects.
struct ObjectList<Options: ObjectOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the \(Options.kind.nouns).",
      discussion: """
        EXAMPLE
          cairn ruck \(Options.kind.command) list --json
        """)
  }

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let kind = Options.kind
    let objects = try await library.objects(Options.Object.self)
    let format = try await library.fieldFormat()
    try output.write(objects.map(kind.record)) { kind.table(objects, format) }
  }
}

/// `cairn ruck KIND show`: shows all values of an object.
struct ObjectShow<Options: ObjectOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: "Show all values of \(Options.kind.article).",
      discussion: """
        EXAMPLE
          cairn ruck \(Options.kind.command) show 6f1c
        """)
  }

  @OptionGroup var object: ObjectArgument
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let kind = Options.kind
    let found = try await object.resolve(kind, in: library)
    let format = try await library.fieldFormat()
    try output.write(kind.record(found)) { kind.detail(found, format) }
  }
}

/// `cairn ruck KIND add`: adds an object.
struct ObjectAdd<Options: ObjectOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add", abstract: "Add \(Options.kind.article).",
      discussion: """
        EXAMPLE
          cairn ruck \(Options.kind.command) add \(Options.example)
        """)
  }

  @OptionGroup var options: Options
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    for field in Options.kind.fields where field.isRequired {
      let text = options.texts[field.name] ?? nil
      if FieldFormat.text(text) == nil, field.read(Options.kind.new(), .plain).isEmpty {
        throw ValidationError("Give --\(field.name).")
      }
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let kind = Options.kind
    let format = try await library.fieldFormat()
    var object = kind.new()
    let texts = try await library.resolvingRelations(options.texts, kind)
    try kind.apply(options: texts, to: &object, format)
    do {
      let stored = try await library.insert(object)
      try output.write(kind.record(stored)) { kind.table([stored], format) }
    } catch {
      throw ObjectKind<Options.Object>.commandError(error)
    }
  }
}

/// `cairn ruck KIND edit`: changes an object.
struct ObjectEdit<Options: ObjectOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit", abstract: "Change the values of \(Options.kind.article).",
      discussion: """
        An empty text removes a value that may be absent.

        EXAMPLE
          cairn ruck \(Options.kind.command) edit 6f1c \(Options.editExample)
        """)
  }

  @OptionGroup var object: ObjectArgument
  @OptionGroup var options: Options
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if options.texts.values.allSatisfy({ $0 == nil }) {
      throw ValidationError(
        "Nothing to change: give one of --"
          + options.texts.keys.sorted().joined(separator: ", --") + ".")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let kind = Options.kind
    let format = try await library.fieldFormat()
    let found = try await object.resolve(kind, in: library)
    let texts = try await library.resolvingRelations(options.texts, kind)
    do {
      let stored = try await library.edit(Options.Object.self, found.id) { object in
        try kind.apply(options: texts, to: &object, format)
      }
      try output.write(kind.record(stored)) { kind.table([stored], format) }
    } catch {
      throw ObjectKind<Options.Object>.commandError(error)
    }
  }
}

/// `cairn ruck KIND remove`: deletes an object after a confirmation.
struct ObjectRemove<Options: ObjectOptions>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove", abstract: "Delete \(Options.kind.article).",
      discussion: """
        The command asks for confirmation; without a terminal, give --yes.

        EXAMPLE
          cairn ruck \(Options.kind.command) remove 6f1c --yes
        """)
  }

  @OptionGroup var object: ObjectArgument

  @Flag(help: "Skip the confirmation prompt.")
  var yes = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let library = try data.openLibrary()
    let found = try await object.resolve(Options.kind, in: library)
    if !yes {
      try Confirmation.ask(
        "Delete \(Options.kind.noun) \(found.title.printable)?", refusal: "nothing was deleted")
    }
    try await library.remove(Options.Object.self, found.id)
    try output.write(DeletedRecord(deleted: found.id.idText)) {
      "deleted \(found.id.idText)\n"
    }
  }
}

extension FieldFormat {
  /// The format of a user without a profile, for checks that need no user.
  static let plain = FieldFormat(
    unitSystem: .imperial, calendar: PageCalendar(timeZone: .current))
}
