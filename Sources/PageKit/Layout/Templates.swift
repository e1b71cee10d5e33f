// Cairn
// SPDX-License-Identifier: Apache-2.0

import Mustache
import SystemSupport

/// The templates of all pages, parsed once.
package struct Templates: Sendable {
  private let library: MustacheLibrary

  /// Parses the templates of the kit and of the modules.
  ///
  /// - Throws: The parser's error for a template that isn't well-formed.
  package init(of modules: [any PageModule] = []) throws {
    MustacheContentTypes.register(HTMLEscaping(), named: HTMLEscaping.name)
    var library = MustacheLibrary()
    for (name, text) in modules.reduce(Self.own, { $0.merging($1.templates) { own, _ in own } }) {
      // The library's own escaping is the default, so each template selects this module's.
      try library.register("{{% CONTENT_TYPE:\(HTMLEscaping.name)}}\(text)", named: name)
    }
    self.library = library
  }

  /// Renders a template with a model's values, escaped unless the template disables escaping.
  package func render(_ name: String, _ model: Any) -> String {
    library.render(model, withTemplate: name) ?? ""
  }

  private static var own: [String: String] {
    [
      Layout.name: Layout.template,
      FigureTile.name: FigureTile.template,
      Pager.name: Pager.template,
      ErrorPage.name: ErrorPage.template,
      StartPage.name: StartPage.template,
      SearchPage.name: SearchPage.template,
      SettingsPage.name: SettingsPage.template,
      FieldForm.name: FieldForm.template,
      UploadScript.progressName: UploadScript.progressTemplate,
    ]
  }
}

/// Escapes the values of templates for HTML.
private struct HTMLEscaping: MustacheContentType {
  /// The name that selects it in templates.
  static let name = "MARKUP"

  func escapeText(_ text: String) -> String { HTMLEscaper.escaped(text) }
}
