// Cairn
// SPDX-License-Identifier: Apache-2.0

package import AppShell
package import PageKit

/// The pages of sync: status, sign-in, conflicts and the passphrase.
package struct SyncPages: PageModule {
  /// The device that requests the pages.
  package enum Access: Sendable {
    /// A browser on this machine: all pages.
    case thisMachine
    /// A paired device: the status and the conflicts. It can't sign in or out, nor reach the
    /// passphrase: these routes do not exist for it.
    case pairedDevice
  }

  /// The longest times that a page waits for the server of the account.
  package struct Patience: Sendable {
    /// The limit of a synchronization by the button; it then continues without the page.
    package var sync: Duration
    /// The limit of reading the state of the passphrase, which is then shown as unknown.
    package var passphrase: Duration

    /// Creates the limits; by default 20 seconds for a synchronization and 8 for the passphrase.
    package init(sync: Duration = .seconds(20), passphrase: Duration = .seconds(8)) {
      self.sync = sync
      self.passphrase = passphrase
    }
  }

  package let navigation: PageLink? = PageLink("Sync", SyncPaths.status)
  private let apps: [OpenApp]
  /// The apps whose stores can't be opened.
  private let failures: [OpenApps.Failure]
  /// Their cards.
  private let unavailable: [any PageModule]
  private let account: DeviceAccount
  private let activity: SyncActivity
  private let access: Access
  private let patience: Patience
  private let notices = PageNotices()

  /// Creates the pages.
  ///
  /// - Parameters:
  ///   - apps: The apps with their open stores.
  ///   - account: The account of the data folder.
  ///   - activity: The sync of this process.
  ///   - access: The device that requests the pages.
  ///   - patience: The longest times that a page waits for the server.
  package init(
    _ apps: OpenApps, _ account: DeviceAccount, activity: SyncActivity, access: Access,
    patience: Patience = Patience()
  ) {
    self.apps = apps.apps
    failures = apps.failures
    unavailable = apps.unavailable
    self.account = account
    self.activity = activity
    self.access = access
    self.patience = patience
  }

  /// The pages of the apps, whose cards list the problems of sync, then the pages of sync.
  package var modules: [any PageModule] {
    apps.map { SyncedAppPages(app: $0, pages: self) } + unavailable + [self]
  }

  package var templates: [String: String] {
    let shared = [
      SyncStatusPage.name: SyncStatusPage.template, ConflictsPage.name: ConflictsPage.template,
    ]
    guard access == .thisMachine else { return shared }
    return shared.merging([
      SignInPage.name: SignInPage.template, PassphrasePage.name: PassphrasePage.template,
      RecoveryCodePage.name: RecoveryCodePage.template,
    ]) { first, _ in first }
  }

  package func addRoutes(to router: PageRouter, site: Site) {
    let site = self.site(site)
    SyncStatusRoute(site: site).add(to: router)
    SyncNowRoute(site: site).add(to: router)
    ConflictsRoute(site: site).add(to: router)
    guard access == .thisMachine else { return }
    SignInRoute(site: site).add(to: router)
    SignOutRoute(site: site).add(to: router)
    PassphraseRoutes(site: site).add(to: router)
  }

  func site(_ site: Site) -> SyncSite {
    SyncSite(
      site: site, apps: apps, failures: failures, account: account, activity: activity,
      notices: notices, access: access, patience: patience)
  }
}

/// The pages of an app, with the problems of its sync on its card.
private struct SyncedAppPages: PageModule {
  let app: OpenApp
  let pages: SyncPages

  var templates: [String: String] { app.module.templates }
  var navigation: PageLink? { app.module.navigation }
  var icon: PageIcon? { app.module.icon }
  var assets: [Asset] { app.module.assets }
  var secretFolders: [String] { app.module.secretFolders }

  func addRoutes(to router: PageRouter, site: Site) { app.module.addRoutes(to: router, site: site) }

  func card(site: Site) async throws -> DashboardCard? {
    guard var card = try await app.module.card(site: site) else { return nil }
    card.problems += pages.site(site).problems(of: app)
    return card
  }

  func search(_ text: String, limit: Int, site: Site) async throws -> [SearchResult] {
    try await app.module.search(text, limit: limit, site: site)
  }

  func settings() async throws -> [SettingField] { try await app.module.settings() }

  func checkSettings(_ form: FormFields) async throws { try await app.module.checkSettings(form) }

  func applySettings(_ form: FormFields) async throws { try await app.module.applySettings(form) }
}
