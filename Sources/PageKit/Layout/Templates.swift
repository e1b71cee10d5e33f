// Cairn
// SPDX-License-Identifier: Apache-2.0

import Mustache

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

  /// Escapes text for HTML content and attribute values, for a picture made without a template.
  package static func escaped(_ text: String) -> String { HTMLEscaping().escapeText(text) }

  private static var own: [String: String] {
    [
      Layout.name: Layout.template,
      FigureTile.name: FigureTile.template,
      ErrorPage.name: ErrorPage.template,
      StartPage.name: StartPage.template,
      SearchPage.name: SearchPage.template,
      SettingsPage.name: SettingsPage.template,
      FieldForm.name: FieldForm.template,
      UploadScript.progressName: UploadScript.progressTemplate,
    ]
  }
}

/// Escapes text for HTML content and attribute values.
///
/// Escaping works on Unicode scalars: a quotation mark with a combining accent is a different
/// `Character`, but browsers still parse its first scalar as a quotation mark.
struct HTMLEscaping: MustacheContentType {
  /// The name that selects it in templates.
  static let name = "MARKUP"

  func escapeText(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
