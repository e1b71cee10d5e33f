// Cairn
// SPDX-License-Identifier: Apache-2.0

import Mustache

/// The templates of all pages, read once.
package struct Templates: Sendable {
  private let library: MustacheLibrary

  /// Reads the templates.
  ///
  /// - Throws: The parser's error for a template that isn't well-formed.
  package init() throws {
    MustacheContentTypes.register(MarkupText(), named: MarkupText.name)
    var library = MustacheLibrary()
    for (name, text) in Self.all {
      // A template starts with the library's own escaping, so each asks for ours.
      try library.register("{{% CONTENT_TYPE:\(MarkupText.name)}}\(text)", named: name)
    }
    self.library = library
  }

  /// The text of a template with a model's values, escaped unless the template says otherwise.
  func render(_ name: String, _ model: Any) -> String {
    library.render(model, withTemplate: name) ?? ""
  }

  private static var all: [String: String] {
    [
      Layout.name: Layout.template,
      FigureTile.name: FigureTile.template,
      RuckListPage.name: RuckListPage.template,
      RuckListPage.fragmentName: RuckListPage.fragmentTemplate,
      RuckListPage.uploadName: RuckListPage.uploadTemplate,
      RuckPage.name: RuckPage.template,
      RuckPage.fragmentName: RuckPage.fragmentTemplate,
      RuckPage.editName: RuckPage.editTemplate,
      DeleteRuckPage.name: DeleteRuckPage.template,
      ImportResultPage.name: ImportResultPage.template,
      ErrorPage.name: ErrorPage.template,
    ]
  }
}
