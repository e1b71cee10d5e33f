// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import Foundation
import HTTPTypes
import Hummingbird
import PageKit
import Synchronization

/// GET and POST /sync/sign-in.
struct SignInRoute: Sendable {
  let site: SyncSite

  func add(to router: PageRouter) {
    let path = RouterPath(SyncPaths.signIn)
    router.get(path) { _, _ in
      let former = (try? site.login()) ?? nil
      return page(
        SignInPage.Model(
          server: former?.server ?? "", user: former?.user ?? "", token: site.site.token.text))
    }
    router.post(path) { request, _ in
      try await signIn(try await FormFields(request, token: site.site.token))
    }
  }

  private func signIn(_ form: FormFields) async throws -> Response {
    func text(_ name: String) -> String {
      (form[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let (server, user, authority) = (text("server"), text("user"), text("authority"))
    let warnings = Mutex("")
    do {
      guard let password = form["password"], !password.isEmpty, !user.isEmpty else {
        throw CommandError("a name and a password are needed")
      }
      let passphrase = form["passphrase"].flatMap { $0.isEmpty ? nil : $0 }
      let signIn = try SignIn(
        SignIn.Request(
          server: server, user: user, authority: authority.isEmpty ? nil : .text(authority),
          place: .pages),
        site.account)
      let outcome = try await signIn.run(
        password: password, passphrase: passphrase.map { .text($0) },
        report: { text in warnings.withLock { $0 += text } })
      site.activity.didSignIn()
      if let code = outcome.passphrase.recoveryCode {
        return RecoveryCodePage.response(code, next: SyncPaths.status, site: site)
      }
      let login = outcome.login
      var result = "Signed in as \(login.user.printable) at \(login.server.printable)."
      if outcome.passphrase.state == .locked {
        result += " This device lacks the passphrase: encrypted fields stay on it."
      }
      let warning = warnings.withLock { $0 }
      return site.redirect(to: SyncPaths.status, warning.isEmpty ? result : "\(result) \(warning)")
    } catch {
      let untrusted = error as? UntrustedServer
      let reason = (untrusted?.pageMessage ?? CommandError.describe(error)).printable.sentence
      let warning = warnings.withLock { $0 }
      return page(
        SignInPage.Model(
          // An address with a name contains a password, too.
          server: server.contains("@") ? "" : server, user: user, authority: authority,
          problem: warning.isEmpty ? reason : "\(reason) \(warning)",
          hasAuthority: !authority.isEmpty || untrusted != nil,
          token: site.site.token.text),
        status: .unprocessableContent)
    }
  }

  private func page(
    _ model: SignInPage.Model, status: HTTPResponse.Status = .ok
  ) -> Response {
    site.page(status: status, title: "Sign in", SignInPage.name, model)
  }
}

/// POST /sync/sign-out: deletes this device's tokens and keeps the data.
struct SignOutRoute: Sendable {
  let site: SyncSite

  func add(to router: PageRouter) {
    router.post(RouterPath(SyncPaths.signOut)) { request, _ in
      _ = try await FormFields(request, token: site.site.token)
      do {
        switch try await SignOut.run(site.account) {
        case .none: return site.redirect(to: SyncPaths.status, "No user was signed in.")
        case .movedDamaged(let aside):
          return site.redirect(
            to: SyncPaths.status,
            "Signed out. The unreadable credentials were moved to "
              + "\(aside.path(percentEncoded: false).printable).")
        case .signedOut(let login, let problem):
          let text =
            "Signed \(login.user.printable) out of \(login.server.printable); the data stays here."
          guard let problem else { return site.redirect(to: SyncPaths.status, text) }
          return site.redirect(
            to: SyncPaths.status, "\(text) \(SignOut.warning(problem).sentence)", isProblem: true)
        }
      } catch {
        return site.redirect(
          to: SyncPaths.status, CommandError.describe(error).printable.sentence, isProblem: true)
      }
    }
  }
}
