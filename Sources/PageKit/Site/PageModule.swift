// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A part of the pages: those of an app, or those of the shell.
///
/// ```swift
/// struct LogbookPages: PageModule {
///   let templates = ["logbook": "<h1>Logbook</h1>{{#entries}}<p>{{.}}</p>{{/entries}}"]
///   let navigation: PageLink? = PageLink("Logbook", "/logbook")
///   func addRoutes(to router: PageRouter, site: Site) {
///     router.get("logbook") { _, _ in
///       site.page(title: "Logbook", site.templates.render("logbook", ["entries": entries]))
///     }
///   }
/// }
/// ```
package protocol PageModule: Sendable {
  /// Mustache templates by name; a name starts with the name of the app.
  ///
  /// The tags are values, sections, inverted sections, other templates and comments; `empty(list)` is true for an
  /// empty list. The models of a long list conform to ``TemplateRow``.
  var templates: [String: String] { get }
  /// The link to the module's start page; nil if the navigation has none.
  var navigation: PageLink? { get }
  /// The icon of the link and of the card on the start page; nil for none.
  var icon: PageIcon? { get }
  /// The scripts and other files of the module's pages, whose names begin with the app's name.
  ///
  /// Devices save them, so that the module's pages work offline.
  var assets: [Asset] { get }
  /// The folders whose addresses end in a secret of at least 32 characters, such as "/logbook/feed".
  ///
  /// The LAN server lets devices without a session read these addresses, so that a calendar program can. A route
  /// below such a folder must throw ``PageError/notFound`` for an unknown secret.
  var secretFolders: [String] { get }
  /// Adds the module's routes, all below its own path.
  func addRoutes(to router: PageRouter, site: Site)
  /// The card on the start page; nil for none.
  ///
  /// - Throws: An error of the app's store.
  func card(site: Site) async throws -> DashboardCard?
  /// Finds the objects that contain a text, best first.
  ///
  /// - Throws: An error of the app's store.
  func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult]
  /// The app's fields on the settings page.
  ///
  /// - Throws: An error of the app's store.
  func settings() async throws -> [SettingField]
  /// Checks the app's values of the settings form, before any module stores its own.
  ///
  /// - Parameter form: The form.
  /// - Throws: ``FieldProblem`` for a value that can't be stored.
  func checkSettings(_ form: FormFields) async throws
  /// Stores the app's values of the settings form; absent values change nothing.
  ///
  /// - Parameter form: The form, which was checked.
  /// - Throws: ``FieldProblem`` before anything is stored, or an error of the app's store.
  func applySettings(_ form: FormFields) async throws
}

extension PageModule {
  package var icon: PageIcon? { nil }

  package var assets: [Asset] { [] }

  package var secretFolders: [String] { [] }

  package func card(site: Site) async throws -> DashboardCard? { nil }

  package func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult] {
    []
  }

  package func settings() async throws -> [SettingField] { [] }

  package func checkSettings(_ form: FormFields) async throws {}

  package func applySettings(_ form: FormFields) async throws {}
}
