// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit
import RuckMap

/// A kind of objects with its words, its path and its fields, for pages and commands.
struct ObjectKind<Object: RuckObject>: Sendable {
  /// The plural, such as "goals".
  let nouns: String
  /// The name of the subcommand, such as "goal".
  let command: String
  /// The path of the list.
  let path: String
  /// The values of a new object.
  let new: @Sendable () -> Object
  let fields: [ObjectField<Object>]

  /// The object's keys in the JSON output.
  let json: @Sendable (Object) -> [String: RuckJSON]
  /// The columns of the command's table, without the ID.
  let columns: [String]
  let cells: @Sendable (Object, FieldFormat) -> [String]
  /// The values that users don't edit, such as totals and members, for the command `show`.
  var more: @Sendable (Object, FieldFormat) -> [(name: String, value: String)] = { _, _ in [] }

  /// The singular, such as "goal".
  var noun: String { Object.noun }

  /// The singular with its article, such as "an event".
  var article: String {
    (noun.first.map { "aeiou".contains($0) } ?? false ? "an " : "a ") + noun
  }

  /// The title of the list.
  var title: String { nouns.prefix(1).uppercased() + nouns.dropFirst() }

  /// Applies the texts of fields to an object.
  ///
  /// - Parameters:
  ///   - values: The texts by the names of the fields; absent ones change nothing.
  ///   - object: The object.
  ///   - format: The format of the texts.
  /// - Throws: `FieldProblem` with the name of the field.
  func apply(
    _ values: [String: String], to object: inout Object, _ format: FieldFormat
  ) throws(FieldProblem) {
    for field in fields {
      guard let text = values[field.name] else { continue }
      try field.apply(text, to: &object, format)
    }
  }

  /// The texts of a submitted form; an absent flag is off.
  func values(_ form: FormFields) -> [String: String] {
    var values: [String: String] = [:]
    for field in fields {
      if case .flag = field.kind {
        values[field.name] = form[field.name] ?? ""
      } else {
        values[field.name] = form[field.name]
      }
    }
    return values
  }
}

extension FieldProblem {
  /// Converts an error that rejects a value; nil for any other error.
  init?(rejecting error: any Error) {
    switch error {
    case let problem as FieldProblem: self = problem
    case RuckObjectError.invalid(let reason, let field): self.init(reason, field: field)
    case let error as RuckLibraryError:
      if case .notFound = error { return nil }
      self.init(error.errorDescription ?? "The value is impossible.")
    case let error as TrackEditError:
      self.init(error.errorDescription ?? "The track can't be edited.")
    case let error as UserError: self.init(error.errorDescription ?? "The value is impossible.")
    default: return nil
    }
  }
}
