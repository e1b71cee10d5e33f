// Cairn
// SPDX-License-Identifier: Apache-2.0

extension Templates {
  /// Parses the templates of the kit and of the modules.
  ///
  /// - Throws: The parser's error for a template that isn't well-formed.
  package init(of modules: [any PageModule] = []) throws {
    try self.init(modules.reduce(Self.own) { $0.merging($1.templates) { own, _ in own } })
  }

  private static var own: [String: String] {
    [
      Layout.name: Layout.template,
      FigureTile.name: FigureTile.template,
      Pager.name: Pager.template,
      ColumnHeading.name: ColumnHeading.template,
      ErrorPage.name: ErrorPage.template,
      StartPage.name: StartPage.template,
      SearchPage.name: SearchPage.template,
      SettingsPage.name: SettingsPage.template,
      FieldForm.name: FieldForm.template,
      UploadScript.progressName: UploadScript.progressTemplate,
      PinnedPages.name: PinnedPages.template,
    ]
  }
}
