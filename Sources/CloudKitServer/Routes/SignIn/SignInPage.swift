// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The page to sign in at, and what comes after it.
enum SignInPage {
  /// The form, with what was wrong before.
  static func form(
    container: String, code: String, name: String = "", problem: String? = nil
  ) -> String {
    let message =
      problem.map { "<p class=\"problem\" role=\"alert\">\(HTMLText.escaped($0))</p>" } ?? ""
    return document(
      title: "Sign in",
      """
      <h1>Sign in</h1>
      <p>A program wants to reach your data in <strong>\(HTMLText.escaped(container))</strong>.</p>
      \(message)
      <form method="post" autocomplete="on">
      <input type="hidden" name="\(FormTokens.field)" value="\(HTMLText.escaped(code))">
      <label>Name <input name="name" value="\(HTMLText.escaped(name))" autocomplete="username" \
      autocapitalize="none" required autofocus maxlength="64"></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" \
      required maxlength="\(AccountRules.passwordLength.upperBound)"></label>
      <label class="row"><input name="staying" type="checkbox" value="yes"> Keep me signed in</label>
      <button>Sign in</button>
      </form>
      """)
  }

  /// Tells the page that has opened this one, if it is of an origin that may know.
  static func posting(token: String, origins: [String], nonce: String) -> String {
    document(
      title: "Signed in",
      """
      <h1>Signed in</h1>
      <p>You can close this window.</p>
      <script nonce="\(nonce)" data-token="\(HTMLText.escaped(token))" \
      data-origins="\(HTMLText.escaped(origins.joined(separator: " ")))">
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

  /// Shows the token, for a program that has no page.
  static func showing(token: String) -> String {
    document(
      title: "Signed in",
      """
      <h1>Signed in</h1>
      <p>Give this token to the program that has sent you here, and to nobody else:</p>
      <p><output>\(HTMLText.escaped(token))</output></p>
      """)
  }

  /// What can't be done, with the way on.
  static func problem(_ text: String) -> String {
    document(title: "Not signed in", "<h1>Not signed in</h1>\n<p>\(HTMLText.escaped(text))</p>")
  }

  /// The address to call back with a token.
  static func callback(_ address: String, token: String) -> String {
    let mark = address.contains("?") ? "&" : "?"
    return "\(address)\(mark)ckWebAuthToken=\(PercentCoding.encoded(token))"
  }

  /// An answer with a page; scripts and forms only as the page itself has them.
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
