// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A node of the tree that a browser offers to screen readers.
package struct AccessibilityNode: Sendable, Equatable {
  /// The role as in ARIA, such as "main" or "heading".
  package var role: String
  /// The name that is read aloud; empty for none.
  package var name: String
  /// The properties that are texts or numbers, such as "level".
  package var properties: [String: String]

  /// The nodes of a response that aren't ignored.
  static func nodes(_ answer: [[String: Any]]) -> [AccessibilityNode] {
    answer.filter { $0["ignored"] as? Bool != true }.map { node in
      let properties = (node["properties"] as? [[String: Any]] ?? []).compactMap { property in
        (property["name"] as? String).flatMap { name in
          value(property["value"]).map { (name, $0) }
        }
      }
      return AccessibilityNode(
        role: value(node["role"]) ?? "", name: value(node["name"]) ?? "",
        properties: Dictionary(properties) { first, _ in first })
    }
  }

  private static func value(_ value: Any?) -> String? {
    guard let value = (value as? [String: Any])?["value"] else { return nil }
    if let text = value as? String { return text }
    return (value as? Int).map { "\($0)" }
  }
}
