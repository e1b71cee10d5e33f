// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import HTTPTypes
import Hummingbird
import PageKit

/// GET /sync/passphrase, and the forms that set, enter, change and recover the passphrase.
struct PassphraseRoutes: Sendable {
  let site: SyncSite

  private var access: EncryptionAccess { EncryptionAccess(site.account, in: .pages) }

  func add(to router: PageRouter) {
    router.get(RouterPath(SyncPaths.passphrase)) { request, _ in
      page(await model(notice: site.notice(request)))
    }
    add(SyncPaths.set, to: router) { form in
      let new = try new(form)
      return code(try await access.set(new))
    }
    add(SyncPaths.unlock, to: router) { form in
      try await access.unlock(try field("current", "passphrase", form))
      return done("This device has the key now. Withheld fields are sent by the next sync.")
    }
    add(SyncPaths.change, to: router) { form in
      let new = try new(form)
      try await access.change(.passphrase(try field("current", "passphrase", form)), to: new)
      return done("The passphrase is changed.")
    }
    add(SyncPaths.renewCode, to: router) { form in
      let current = try field("current", "passphrase", form)
      guard
        let new = try await access.change(.passphrase(current), to: current, renewingCode: true)
      else { return done("The recovery code is unchanged.") }
      return code(new)
    }
    add(SyncPaths.recover, to: router) { form in
      let new = try new(form)
      try await access.recover(code: try field("code", "recovery code", form), to: new)
      return done("The passphrase is changed, and this device has the key now.")
    }
    add(SyncPaths.codeStored, to: router) { form in
      guard form["stored"] == "1" else {
        throw CommandError(
          "without a copy of the recovery code, a lost passphrase can't be replaced: make a new code"
        )
      }
      let isStatus = form["next"] == SyncPaths.status
      return site.redirect(
        to: isStatus ? SyncPaths.status : SyncPaths.passphrase,
        "Keep the recovery code away from your devices.")
    }
  }

  /// Adds a form; its failure is shown above the forms, without the entered secrets.
  private func add(
    _ path: String, to router: PageRouter,
    _ body: @escaping @Sendable (FormFields) async throws -> Response
  ) {
    router.post(RouterPath(path)) { request, _ in
      let form = try await FormFields(request, token: site.site.token)
      do {
        return try await body(form)
      } catch {
        let problem = CommandError.describe(error).printable.sentence
        return page(await model(problem: problem), status: .unprocessableContent)
      }
    }
  }

  // MARK: Fields

  private func field(_ name: String, _ noun: String, _ form: FormFields) throws -> String {
    guard let text = form[name], !text.isEmpty else { throw CommandError("no \(noun) given") }
    return text
  }

  private func new(_ form: FormFields) throws -> String {
    let new = try field("new", "new passphrase", form)
    guard form["repeated"] == new else { throw PassphraseInput.differing }
    return new
  }

  // MARK: Pages

  private func done(_ text: String) -> Response { site.redirect(to: SyncPaths.passphrase, text) }

  private func code(_ code: String) -> Response {
    RecoveryCodePage.response(code, next: SyncPaths.passphrase, site: site)
  }

  private func page(
    _ model: PassphrasePage.Model, status: HTTPResponse.Status = .ok
  ) -> Response {
    site.page(status: status, title: "Passphrase", PassphrasePage.name, model)
  }

  /// The page's values, after the server was asked for the state.
  private func model(
    notice: PageNotices.Notice? = nil, problem: String? = nil
  ) async -> PassphrasePage.Model {
    var model = PassphrasePage.Model(
      notice: notice, problem: problem, state: "", token: site.site.token.text)
    do {
      model.isSignedIn = try site.login()?.isLoggedIn ?? false
      let access = access
      let state = try await PageDeadline.value(within: site.patience.passphrase, cancelling: true) {
        try await access.state()
      }
      switch state ?? .unknown {
      case .notSet:
        model.isNotSet = true
        model.state = "No passphrase is set: encrypted fields stay on this device."
      case .locked:
        model.isLocked = true
        model.state = "This device lacks the key: encrypted fields stay on it."
      case .unlocked:
        model.isUnlocked = true
        model.state = "This device has the key of encrypted fields."
      case .unknown:
        model.state =
          model.isSignedIn
          ? "The server can’t be reached now: its state is unknown." : "No user is signed in."
      }
    } catch {
      model.problem = problem ?? CommandError.describe(error).printable.sentence
      model.state = "The state is unknown."
    }
    return model
  }
}
