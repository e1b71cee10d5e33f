// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A model of a long list, which gives its values to templates without reflection.
///
/// ```swift
/// struct Label: TemplateRow {
///   var title: String
///   var note: String?
///
///   func value(named name: String) -> TemplateValue? {
///     switch name {
///     case "title": .text(title)
///     case "note": note.map { .text($0) }
///     default: nil
///     }
///   }
/// }
/// ```
package protocol TemplateRow {
  /// Returns the value of a property; nil for a property that is nil, and for an unknown name.
  func value(named name: String) -> TemplateValue?
}

/// A value of a template.
package enum TemplateValue {
  case text(String)
  case flag(Bool)
  case list([TemplateValue])
  case row(any TemplateRow)
  case object(TemplateObject)
  /// A value that is shown as its description, such as a number.
  case other(Any)

  /// The value of a list of models.
  package static func rows(_ rows: [some TemplateRow]) -> TemplateValue {
    .list(rows.map { .row($0) })
  }

  /// Converts a value of a model; nil for nil.
  init?(_ value: Any) {
    // Most properties have one of these types, which are faster to compare than to cast.
    let type = Swift.type(of: value)
    if type == String.self, let text = value as? String {
      self = .text(text)
    } else if type == String?.self {
      guard let text = value as? String else { return nil }
      self = .text(text)
    } else if type == Bool.self, let flag = value as? Bool {
      self = .flag(flag)
    } else if type == Int.self {
      self = .other(value)
    } else {
      self.init(general: value)
    }
  }

  private init?(general value: Any) {
    if let row = value as? any TemplateRow {
      self = .row(row)
      return
    }
    if let list = value as? [Any] {
      self = .list(list.map { TemplateValue($0) ?? .other($0) })
      return
    }
    if let text = value as? Substring {
      self = .text(String(text))
      return
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first?.value else { return nil }
      self.init(wrapped)
    case .struct, .class, .tuple, .dictionary:
      self = .object(TemplateObject(value))
    case .set, .collection:
      self = .list(mirror.children.map { TemplateValue($0.value) ?? .other($0.value) })
    default:
      self = .other(value)
    }
  }

  /// The value of a property; nil if the value has no such property.
  func child(named name: String) -> TemplateValue? {
    switch self {
    case .row(let row): row.value(named: name)
    case .object(let object): object.child(named: name)
    case .text, .flag, .list, .other: nil
    }
  }

  /// Whether a text or list is empty; nil for other values.
  var isEmpty: Bool? {
    switch self {
    case .text(let text): text.isEmpty
    case .list(let list): list.isEmpty
    case .flag, .row, .object, .other: nil
    }
  }

  /// The text of the value in the output.
  var text: String {
    switch self {
    case .text(let text): text
    case .flag(let flag): String(flag)
    case .list(let list): String(describing: list.map(\.text))
    case .row(let row): String(describing: row)
    case .object(let object): String(describing: object.value)
    case .other(let value): String(describing: value)
    }
  }
}
