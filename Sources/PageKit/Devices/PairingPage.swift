// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The page on which another device enters a one-time code; it contains no data.
///
/// It shows no fingerprint: an attacker between device and server could show any. The user compares
/// the fingerprint that the browser shows with the one on the list of devices.
enum PairingPage {
  static let name = "pairing"

  /// The page's values.
  struct Model: Sendable {
    var action = DevicePaths.pair
    var authority = DevicePaths.authority
    /// The code of the QR code's link; nil otherwise.
    var code: String?
    /// The reason that the last attempt failed.
    var problem: String?
  }

  /// A response with the page.
  static func response(
    site: Site, status: HTTPResponse.Status = .ok, code: String? = nil,
    problem: String? = nil
  ) -> Response {
    let model = Model(code: code.map { String($0.prefix(20)) }, problem: problem)
    return site.page(status: status, title: "Pair this device", site.templates.render(name, model))
  }

  static let template = #"""
    <section class="card glass narrow message">
    <h1>Pair this device</h1>
    {{#problem}}<p class="note bad" role="alert">{{problem}}</p>{{/problem}}
    {{^code}}<p>On the computer that runs Cairn, open the page <strong>Devices</strong> and choose <strong>Pair a device</strong>. Scan the QR code, or enter the code below.</p>{{/code}}
    <form method="post" action="{{action}}" data-online>
    <p class="field"><label for="code">Code</label>
    <input id="code" name="code" type="text" value="{{code}}" required maxlength="20" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"></p>
    <p class="actions"><button class="button primary">Pair</button></p>
    </form>
    <details>
    <summary>The browser warns about the certificate</summary>
    <p>Compare the fingerprint in the warning with the one on the page Devices. If they differ, another machine answers: do not continue.</p>
    <p>To open the pages without a network, and without the warning, <a href="{{authority}}" download>install the certificate authority</a> in the device's settings, and trust it for websites. It can sign for this computer's names, <code>.local</code> names and private addresses only. Compare its fingerprint before you trust it.</p>
    </details>
    </section>
    """#
}
