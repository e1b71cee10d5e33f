// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The templates of all pages, parsed once.
package struct Templates: Sendable {
  private let templates: [String: Template]

  /// Parses templates.
  ///
  /// - Parameter texts: The templates by name.
  /// - Throws: ``TemplateError`` for a template that isn't well-formed.
  init(_ texts: [String: String]) throws {
    var templates: [String: Template] = [:]
    for (name, text) in texts { templates[name] = try Template(text, named: name) }
    self.templates = templates
  }

  /// Renders a template with a model's values, escaped unless the template disables escaping.
  package func render(_ name: String, _ model: Any) -> String {
    guard let template = templates[name] else { return "" }
    var renderer = TemplateRenderer(templates, model: TemplateValue(model) ?? .other(model))
    renderer.render(template)
    return String(decoding: renderer.output, as: UTF8.self)
  }
}
