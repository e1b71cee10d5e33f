// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageKit

/// The forms of the passphrase of encrypted fields; they never contain an entered secret.
enum PassphrasePage {
  static let name = "sync-passphrase"

  /// The page's values.
  struct Model: Sendable {
    var notice: PageNotices.Notice?
    /// The reason that the last form failed.
    var problem: String?
    /// The state as a sentence.
    var state: String
    var isNotSet = false
    var isLocked = false
    var isUnlocked = false
    var isSignedIn = true
    var token: String
    let set = SyncPaths.set
    let unlock = SyncPaths.unlock
    let change = SyncPaths.change
    let recover = SyncPaths.recover
    let renewCode = SyncPaths.renewCode
    let signIn = SyncPaths.signIn
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>Passphrase</h1>
    {{#notice}}<p class="note{{^isProblem}} good{{/isProblem}}{{#isProblem}} bad{{/isProblem}}" role="status">{{text}}</p>{{/notice}}
    {{#problem}}<p class="note bad" role="alert">{{problem}}</p>{{/problem}}
    <p>Fields that an app marks as encrypted leave this device only as ciphertext, and the server can’t read them. The passphrase protects their key: a device without it keeps these fields to itself, and syncs all others.</p>
    <p><strong>{{state}}</strong></p>
    {{^isSignedIn}}<p><a class="button primary" href="{{signIn}}">Sign in</a></p>{{/isSignedIn}}
    {{#isNotSet}}
    <form method="post" action="{{set}}" class="card glass" data-online>
    <h2>Set the passphrase</h2>
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="set-new">New passphrase</label><input id="set-new" name="new" type="password" required maxlength="4096" autocomplete="new-password" aria-describedby="set-hint">
    <small id="set-hint">Several words, other than the password of the account.</small></p>
    <p class="field"><label for="set-repeated">The same passphrase again</label><input id="set-repeated" name="repeated" type="password" required maxlength="4096" autocomplete="new-password"></p>
    <p><button class="button primary" id="set">Set the passphrase</button></p>
    </form>
    {{/isNotSet}}
    {{#isLocked}}
    <form method="post" action="{{unlock}}" class="card glass" data-online>
    <h2>Enter the passphrase</h2>
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="unlock-current">Passphrase</label><input id="unlock-current" name="current" type="password" required maxlength="4096" autocomplete="off"></p>
    <p><button class="button primary" id="unlock">Unlock</button></p>
    </form>
    {{/isLocked}}
    {{#isUnlocked}}
    <form method="post" action="{{change}}" class="card glass" data-online>
    <h2>Change the passphrase</h2>
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="change-current">Current passphrase</label><input id="change-current" name="current" type="password" required maxlength="4096" autocomplete="off"></p>
    <p class="field"><label for="change-new">New passphrase</label><input id="change-new" name="new" type="password" required maxlength="4096" autocomplete="new-password" aria-describedby="change-hint">
    <small id="change-hint">Encrypted values and other devices are not affected.</small></p>
    <p class="field"><label for="change-repeated">The new passphrase again</label><input id="change-repeated" name="repeated" type="password" required maxlength="4096" autocomplete="new-password"></p>
    <p><button class="button primary" id="change">Change</button></p>
    </form>
    <form method="post" action="{{renewCode}}" class="card glass" data-online>
    <h2>New recovery code</h2>
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="code-current">Current passphrase</label><input id="code-current" name="current" type="password" required maxlength="4096" autocomplete="off" aria-describedby="code-hint">
    <small id="code-hint">The former recovery code becomes invalid. The new one is shown once.</small></p>
    <p><button class="button" id="renew">Make a new code</button></p>
    </form>
    {{/isUnlocked}}
    {{^isNotSet}}{{#isSignedIn}}
    <form method="post" action="{{recover}}" class="card glass" data-online>
    <h2>Forgotten passphrase</h2>
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="recover-code">Recovery code</label><input id="recover-code" name="code" type="text" required maxlength="200" autocomplete="off" autocapitalize="characters" spellcheck="false"></p>
    <p class="field"><label for="recover-new">New passphrase</label><input id="recover-new" name="new" type="password" required maxlength="4096" autocomplete="new-password"></p>
    <p class="field"><label for="recover-repeated">The new passphrase again</label><input id="recover-repeated" name="repeated" type="password" required maxlength="4096" autocomplete="new-password"></p>
    <p><button class="button" id="recover">Replace the passphrase</button></p>
    </form>
    {{/isSignedIn}}{{/isNotSet}}
    </div>
    """#
}

/// The page with a new recovery code, which is the answer to one form and can't be opened again.
enum RecoveryCodePage {
  static let name = "sync-recovery-code"

  /// The page's values.
  struct Model: Sendable {
    var code: String
    /// The path to go on with.
    var next: String
    var token: String
    let action = SyncPaths.codeStored
  }

  static let template = #"""
    <section class="card glass narrow message">
    <h1>Recovery code</h1>
    <p>The passphrase is set. This code replaces a lost passphrase, is shown only now, and is stored nowhere. Print it or write it down, and keep it away from your devices.</p>
    <p class="secret"><code id="code">{{code}}</code></p>
    <form method="post" action="{{action}}" data-online>
    <input type="hidden" name="token" value="{{token}}"><input type="hidden" name="next" value="{{next}}">
    <p class="check"><input id="stored" name="stored" type="checkbox" value="1" required><label for="stored">I have a copy that is not on this device.</label></p>
    <p class="actions"><button class="button primary" id="done">Done</button></p>
    </form>
    </section>
    """#
}

extension RecoveryCodePage {
  /// The response with a new code; it is in no address, and is not cached.
  static func response(_ code: String, next: String, site: SyncSite) -> Response {
    site.activity.notify()
    return site.page(
      title: "Recovery code", name, Model(code: code, next: next, token: site.site.token.text))
  }
}
