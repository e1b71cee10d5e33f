// Cairn
// SPDX-License-Identifier: Apache-2.0

import Mustache
import SystemSupport

/// The templates of all pages, parsed once.
package struct Templates: Sendable {
  private let library: MustacheLibrary

  /// Parses templates.
  ///
  /// - Parameter texts: The templates by name.
  /// - Throws: The parser's error for a template that isn't well-formed.
  init(_ texts: [String: String]) throws {
    MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name)
    var library = MustacheLibrary()
    for (name, text) in texts {
      // The library's own escaping is the default, so each template selects this module's.
      try library.register("{{% CONTENT_TYPE:\(HTMLEscaping.name)}}\(text)", named: name)
    }
    self.library = library
  }

  /// Renders a template with a model's values, escaped unless the template disables escaping.
  package func render(_ name: String, _ model: Any) -> String {
    library.render(TemplateObject.wrapped(model), withTemplate: name) ?? ""
  }
}

/// Escapes the values of templates for HTML.
private struct HTMLEscaping: MustacheContentType {
  /// The name that selects it in templates.
  static let name = "MARKUP"

  func escapeText(_ text: String) -> String { HTMLEscaper.escaped(text) }
}
