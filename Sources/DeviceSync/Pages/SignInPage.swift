// Cairn
// SPDX-License-Identifier: Apache-2.0

import PageKit

/// The form of a sign-in; it never contains an entered secret.
enum SignInPage {
  static let name = "sync-sign-in"

  /// The page's values.
  struct Model: Sendable {
    var server = ""
    var user = ""
    /// The PEM text of the certificate authority.
    var authority = ""
    /// The reason that the last attempt failed.
    var problem: String?
    /// Whether the part for a self-signed certificate is open.
    var hasAuthority = false
    var token: String
    let action = SyncPaths.signIn
    let back = SyncPaths.status
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>Sign in</h1>
    {{#problem}}<p class="note bad" role="alert" id="problem">{{problem}}</p>{{/problem}}
    <form method="post" action="{{action}}" class="card glass" data-online{{#problem}} aria-describedby="problem"{{/problem}}>
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="server">Server</label>
    <input id="server" name="server" type="text" value="{{server}}" required maxlength="300" placeholder="cloud.example.org" autocapitalize="none" autocomplete="url" spellcheck="false" aria-describedby="server-hint">
    <small id="server-hint">The address of your server, with a port if it has one. The connection is encrypted.</small></p>
    <p class="field"><label for="user">Name</label>
    <input id="user" name="user" type="text" value="{{user}}" required maxlength="200" autocapitalize="none" autocomplete="username" spellcheck="false"></p>
    <p class="field"><label for="password">Password</label>
    <input id="password" name="password" type="password" required maxlength="4096" autocomplete="current-password" aria-describedby="password-hint">
    <small id="password-hint">It is sent to the server once, and stored nowhere.</small></p>
    <p class="field"><label for="phrase">Passphrase of encrypted fields (optional)</label>
    <input id="phrase" name="passphrase" type="password" maxlength="4096" autocomplete="off" aria-describedby="phrase-hint">
    <small id="phrase-hint">The server never receives it. If the account has none yet, this one is set. Without it, encrypted fields stay on this device; you can enter it later.</small></p>
    <details{{#hasAuthority}} open{{/hasAuthority}}>
    <summary>The server has a self-signed certificate</summary>
    <p class="field"><label for="authority">Certificate authority</label>
    <textarea id="authority" name="authority" rows="5" maxlength="100000" autocomplete="off" spellcheck="false" aria-describedby="authority-hint">{{authority}}</textarea>
    <small id="authority-hint">The content of <code>cloud-tls/authority.pem</code> in the server’s data folder. A copy is stored for later sign-ins.</small></p>
    </details>
    <p class="actions"><button class="button primary" id="submit">Sign in</button>
    <a class="button" href="{{back}}">Cancel</a></p>
    </form>
    </div>
    """#
}
