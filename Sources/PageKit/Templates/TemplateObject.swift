// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A model of a template, whose properties are reflected once.
package final class TemplateObject {
  let value: Any
  private lazy var properties = Self.properties(of: value)

  init(_ value: Any) { self.value = value }

  func child(named name: String) -> TemplateValue? { properties[name] }

  /// Returns the properties that are not nil; the entries of a dictionary are its properties.
  private static func properties(of value: Any) -> [String: TemplateValue] {
    if let entries = value as? [String: Any] {
      return entries.compactMapValues { TemplateValue($0) }
    }
    var properties: [String: TemplateValue] = [:]
    for child in Mirror(reflecting: value).children {
      guard let label = child.label else { continue }
      properties[label] = TemplateValue(child.value)
    }
    return properties
  }
}
