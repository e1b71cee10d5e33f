// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Measures
import PageKit
import RuckMap

/// A value of an object as a field of its form, and as an option of its commands.
///
/// Form and command share the parser, so that they accept the same texts.
struct ObjectField<Object: Sendable>: Sendable {
  /// Returns the text of the value.
  typealias Reader = @Sendable (Object, FieldFormat) -> String
  /// Parses a text and changes the object.
  typealias Writer =
    @Sendable (inout Object, String, FieldFormat) throws(FieldProblem) -> Void

  let name: String
  let label: String
  let kind: FieldForm.Field.Kind
  var placeholder = ""
  var hint: String?
  var isRequired = false
  var isWhole = false
  /// The kind of objects whose identifier is the value; nil for a value of its own.
  var relation: RelatedKind?
  /// Returns a short text of a long value for the command's output; nil for the value itself.
  var summary: Reader?
  let read: Reader
  let write: Writer

  /// The field in a form, with the value of an object or with an entered text.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - format: The format of texts.
  ///   - entered: The entered text; nil for the object's value.
  ///   - related: The choices of a relation, as identifiers with names.
  /// - Returns: The field.
  func formField(
    _ object: Object, _ format: FieldFormat, entered: String?,
    related: [(value: String, title: String)] = []
  ) -> FieldForm.Field {
    FieldForm.Field(
      name, label, entered ?? read(object, format),
      relation == nil ? kind : .choice([("", "None")] + related),
      placeholder: format.example(placeholder),
      hint: hint, isRequired: isRequired, isWhole: isWhole)
  }

  /// Changes an object by a text.
  ///
  /// A text that equals the present value's changes nothing, since the text may be rounded.
  func apply(_ text: String, to object: inout Object, _ format: FieldFormat) throws(FieldProblem) {
    if text == read(object, format), !isRequired || !text.isEmpty { return }
    if isRequired, FieldFormat.text(text) == nil {
      throw FieldProblem("\(label): a value is needed.", field: name)
    }
    do {
      try write(&object, text, format)
    } catch {
      var problem = error
      problem.field = problem.field ?? name
      throw problem
    }
  }

  /// The field with a hint below it.
  func hinted(_ hint: String) -> ObjectField { changed { $0.hint = hint } }

  /// The field, which needs a value.
  var required: ObjectField { changed { $0.isRequired = true } }

  /// The field with the whole width of the form.
  var whole: ObjectField { changed { $0.isWhole = true } }

  /// The field with a short text of its value for the command's output.
  func summarized(_ summary: @escaping Reader) -> ObjectField { changed { $0.summary = summary } }

  /// The field with an example.
  func example(_ text: String) -> ObjectField { changed { $0.placeholder = text } }

  private func changed(_ change: (inout ObjectField) -> Void) -> ObjectField {
    var field = self
    change(&field)
    return field
  }
}

/// A kind of objects to which others refer.
enum RelatedKind: Sendable {
  case group, route
}

extension ObjectField {
  /// A key path that may be shared between tasks.
  typealias Path<Value> = any WritableKeyPath<Object, Value> & Sendable

  /// The maximum length of a text of one line, in characters.
  static var longestText: Int { 200 }
  /// The maximum length of notes, in characters.
  static var longestNotes: Int { 10_000 }

  static func text(
    _ name: String, _ label: String, _ path: Path<String>, proposals: [String] = []
  ) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .text(proposals: proposals),
      read: { object, _ in object[keyPath: path] },
      write: { object, text, _ throws(FieldProblem) in
        object[keyPath: path] = try limited(text, longestText)
      })
  }

  static func notes(_ name: String, _ label: String, _ path: Path<String>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .area(rows: 3),
      read: { object, _ in object[keyPath: path] },
      write: { object, text, _ throws(FieldProblem) in
        object[keyPath: path] = try limited(text, longestNotes)
      })
  }

  private static func limited(
    _ text: String, _ longest: Int
  ) throws(FieldProblem) -> String {
    let text = FieldFormat.text(text) ?? ""
    guard text.count <= longest else {
      throw FieldProblem("The text can have at most \(longest) characters.")
    }
    return text
  }

  static func day(_ name: String, _ label: String, _ path: Path<Date?>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .date,
      read: { object, format in format.day(object[keyPath: path]) },
      write: { object, text, format throws(FieldProblem) in
        object[keyPath: path] = try format.day(parsing: text)
      })
  }

  /// A day that an object always has.
  static func day(_ name: String, _ label: String, _ path: Path<Date>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .date, isRequired: true,
      read: { object, format in format.day(object[keyPath: path]) },
      write: { object, text, format throws(FieldProblem) in
        guard let day = try format.day(parsing: text) else { return }
        object[keyPath: path] = day
      })
  }

  /// A weight in kilograms.
  static func mass(_ name: String, _ label: String, _ path: Path<Double?>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .quantity, placeholder: "16 kg",
      read: { object, format in
        object[keyPath: path].map { format.measure.weight($0) } ?? ""
      },
      write: { object, text, format throws(FieldProblem) in
        object[keyPath: path] = try FieldProblem.mass(text, format.unitSystem)
      })
  }

  /// A distance in metres.
  static func distance(_ name: String, _ label: String, _ path: Path<Double?>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .quantity, placeholder: "5 km",
      read: { object, format in
        object[keyPath: path].map { format.measure.distance($0) } ?? ""
      },
      write: { object, text, format throws(FieldProblem) in
        object[keyPath: path] = try format.length(text)
      })
  }

  /// A climb in metres.
  static func elevation(_ name: String, _ label: String, _ path: Path<Double?>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .quantity, placeholder: "200 m",
      read: { object, format in
        object[keyPath: path].map { format.measure.elevation($0).replacing(",", with: "") } ?? ""
      },
      write: { object, text, format throws(FieldProblem) in
        object[keyPath: path] = try format.elevation(text)
      })
  }

  /// A duration in seconds.
  static func duration(_ name: String, _ label: String, _ path: Path<Double?>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .quantity, placeholder: "1:30",
      read: { object, _ in object[keyPath: path].map { MeasureFormat.duration($0) } ?? "" },
      write: { object, text, _ throws(FieldProblem) in
        object[keyPath: path] = try FieldFormat.duration(text)
      })
  }

  /// A number within a range.
  static func number(
    _ name: String, _ label: String, _ path: Path<Double?>, in range: ClosedRange<Double>
  ) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .quantity,
      read: { object, _ in FieldFormat.number(object[keyPath: path]) },
      write: { object, text, _ throws(FieldProblem) in
        object[keyPath: path] = try FieldFormat.number(text, in: range)
      })
  }

  /// A whole number within a range.
  static func integer(
    _ name: String, _ label: String, _ path: Path<Int?>, in range: ClosedRange<Int>
  ) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .quantity,
      read: { object, _ in object[keyPath: path].map(String.init) ?? "" },
      write: { object, text, _ throws(FieldProblem) in
        guard let text = FieldFormat.text(text) else {
          object[keyPath: path] = nil
          return
        }
        guard let value = Int(text), range.contains(value) else {
          throw FieldProblem(
            "\(text) is not a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        object[keyPath: path] = value
      })
  }

  static func flag(_ name: String, _ label: String, _ path: Path<Bool>) -> ObjectField {
    ObjectField(
      name: name, label: label, kind: .flag,
      read: { object, _ in object[keyPath: path] ? "1" : "" },
      write: { object, text, _ throws(FieldProblem) in
        switch text.lowercased() {
        case "1", "on", "yes", "true": object[keyPath: path] = true
        case "", "0", "off", "no", "false": object[keyPath: path] = false
        default: throw FieldProblem("\(text) is neither yes nor no.")
        }
      })
  }

  /// A choice of a type's cases.
  static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ label: String, _ path: Path<Value>
  ) -> ObjectField where Value.RawValue == String {
    ObjectField(
      name: name, label: label, kind: .choice(RuckWords.choices(Value.self)),
      read: { object, _ in object[keyPath: path].rawValue },
      write: { object, text, _ throws(FieldProblem) in
        object[keyPath: path] = try RuckWords.value(text, of: Value.self)
      })
  }

  /// A choice of a type's cases, or none.
  static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
    _ name: String, _ label: String, _ path: Path<Value?>, none: String
  ) -> ObjectField where Value.RawValue == String {
    ObjectField(
      name: name, label: label, kind: .choice([("", none)] + RuckWords.choices(Value.self)),
      read: { object, _ in object[keyPath: path]?.rawValue ?? "" },
      write: { object, text, _ throws(FieldProblem) in
        object[keyPath: path] = text.isEmpty ? nil : try RuckWords.value(text, of: Value.self)
      })
  }
}
