// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird
import NIOCore
import SystemSupport

/// The sign-in page and its result pages.
enum SignInPage {
  /// The form, with the error of the previous attempt.
  static func form(
    container: String, code: String, name: String = "", problem: String? = nil
  ) -> String {
    let message =
      problem.map { "<p class=\"problem\" role=\"alert\">\(escaped($0))</p>" } ?? ""
    return document(
      title: "Sign in",
      """
      <h1>Sign in</h1>
      <p>A program wants to access your data in <strong>\(escaped(container))</strong>.</p>
      \(message)
      <form method="post" autocomplete="on">
      <input type="hidden" name="\(CSRFTokens.field)" value="\(escaped(code))">
      <label>Name <input name="name" value="\(escaped(name))" autocomplete="username" \
      autocapitalize="none" required autofocus maxlength="64"></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" \
      required maxlength="\(AccountRules.passwordLength.upperBound)"></label>
      <label class="row"><input name="staying" type="checkbox" value="yes"> Keep me signed in</label>
      <button>Sign in</button>
      </form>
      """)
  }

  /// Posts the token to the page that opened this one, if its origin is allowed.
  static func posting(token: String, origins: [String], nonce: String) -> String {
    document(
      title: "Signed in",
      """
      <h1>Signed in</h1>
      <p>You can close this window.</p>
      <script nonce="\(nonce)" data-token="\(escaped(token))" \
      data-origins="\(escaped(origins.joined(separator: " ")))">
      const {token, origins} = document.currentScript.dataset;
      if (window.opener) {
        for (const origin of origins.split(" ")) {
          window.opener.postMessage({ckWebAuthToken: token, ckSession: token}, origin);
        }
        window.close();
      }
      </script>
      """)
  }

  /// Shows the token, for a program without a page.
  static func showing(token: String) -> String {
    document(
      title: "Signed in",
      """
      <h1>Signed in</h1>
      <p>Give this token only to the program that sent you here:</p>
      <p><output>\(escaped(token))</output></p>
      """)
  }

  /// An error page.
  static func problem(_ text: String) -> String {
    document(title: "Not signed in", "<h1>Not signed in</h1>\n<p>\(escaped(text))</p>")
  }

  /// The callback URL with a token.
  static func callback(_ address: String, token: String) -> String {
    let mark = address.contains("?") ? "&" : "?"
    return "\(address)\(mark)ckWebAuthToken=\(PercentCoding.encoded(token))"
  }

  /// A response with a page whose content security policy permits only the page's own scripts and forms.
  static func response(
    _ html: String, status: HTTPResponse.Status = .ok, nonce: String? = nil,
    sendingTo target: String? = nil
  ) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.contentLength] = "\(html.utf8.count)"
    headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'unsafe-inline'; "
      + (nonce.map { "script-src 'nonce-\($0)'; " } ?? "")
      + "form-action 'self'\(target.map { " " + $0 } ?? ""); base-uri 'none'; "
      + "frame-ancestors 'none'"
    headers[.frameOptions] = "DENY"
    headers[.referrerPolicy] = "no-referrer"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  /// Escapes text without characters that hide or reorder other text.
  private static func escaped(_ text: String) -> String {
    HTMLEscaper.escaped(text, controls: .replace)
  }

  private static func document(title: String, _ content: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title) · Cairn</title>
    <style>
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 24rem; margin: 12vh auto; padding: 0 1rem }
    label { display: block; margin: 1rem 0 } input:not([type=checkbox]) { display: block; width: 100%; \
    box-sizing: border-box; padding: .6rem; font: inherit }
    button { font: inherit; padding: .6rem 1.4rem } .problem { color: #b00020; font-weight: 600 }
    output { overflow-wrap: anywhere; font-family: ui-monospace, monospace; user-select: all }
    @media (prefers-color-scheme: dark) { .problem { color: #ff8a80 } }
    </style>
    </head>
    <body>
    <main>
    \(content)
    </main>
    </body>
    </html>

    """
  }
}

/// The fields of an `application/x-www-form-urlencoded` body.
struct URLEncodedForm: Sendable {
  /// The maximum size of a form in bytes.
  static let largest = 16 << 10

  private var values: [String: String] = [:]

  /// Parses a form; malformed pairs are skipped, and the last of several equal names counts.
  init(_ text: String) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decoded(parts[0], plusIsSpace: true),
        let value = PercentCoding.decoded(parts.count > 1 ? parts[1] : "", plusIsSpace: true)
      else { continue }
      values[name] = value
    }
  }

  subscript(name: String) -> String? { values[name] }
}
