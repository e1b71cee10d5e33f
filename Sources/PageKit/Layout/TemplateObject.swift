// Cairn
// SPDX-License-Identifier: Apache-2.0

import Mustache

/// A model of a template, whose properties are reflected once.
///
/// The template library reflects all properties of a value for each variable of a template, which takes most of
/// the time of a long list.
final class TemplateObject: MustacheParent, CustomStringConvertible {
  private let value: Any
  private lazy var properties = Self.properties(of: value)

  private init(_ value: Any) { self.value = value }

  /// The text of a value without properties in the template, such as a date.
  var description: String { String(describing: value) }

  func child(named name: String) -> Any? { properties[name] }

  /// Returns a value for the template library: a structure as an object, and a list as a list of objects.
  static func wrapped(_ value: Any) -> Any {
    switch value {
    case is String, is Bool, is [String]: return value
    case let list as [Any]: return list.map(wrapped)
    case is any MustacheParent, is any MustacheTransformable, is any MustacheCustomRenderable,
      is any MustacheCustomRepresentation, is MustacheTemplate:
      return value
    default:
      return Mirror(reflecting: value).displayStyle == .struct ? TemplateObject(value) : value
    }
  }

  /// Returns the properties that are not nil.
  private static func properties(of value: Any) -> [String: Any] {
    var properties: [String: Any] = [:]
    for child in Mirror(reflecting: value).children {
      guard let label = child.label, let value = unwrapped(child.value) else { continue }
      properties[label] = wrapped(value)
    }
    return properties
  }

  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}
