// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The list of paired devices, with the code for another one; on this machine only.
enum DevicesPage {
  static let name = "devices"

  /// The page's values.
  struct Model: Sendable {
    var devices: [Device]
    var offer: Code?
    var addresses: [String]
    var fingerprint: String
    var authorityFingerprint: String
    var token: String
    let offerAction = DevicePaths.offer
    let revokeAllAction = DevicePaths.revokeAll
  }

  /// The valid code and its QR code.
  struct Code: Sendable {
    var code: String
    /// The link in the QR code; nil without a network.
    var link: String?
    /// The QR code as SVG; nil without a network.
    var picture: String?
    var expires: String
  }

  /// A row of the list.
  struct Device: Sendable {
    var id: String
    var name: String
    var created: String
    var lastSeen: String
    var revokeAction: String
    var nameAction: String

    init(_ session: DeviceSession, calendar: PageCalendar) {
      id = session.id.uuidString
      name = session.name
      created = calendar.date(session.created)
      lastSeen = calendar.dateAndTime(session.lastSeen)
      revokeAction = DevicePaths.revoke(session)
      nameAction = DevicePaths.name(session)
    }
  }

  static let template = #"""
    <div class="narrow stack">
    <h1>Devices</h1>
    <section class="card glass" aria-labelledby="pair-title">
    <h2 id="pair-title">Pair a device</h2>
    {{#offer}}
    <div class="offer">
    {{#picture}}<div>{{{picture}}}</div>{{/picture}}
    <div>
    {{#picture}}<p>Scan the QR code with the device, or open <code>{{link}}</code> there.</p>{{/picture}}
    <p>Code: <strong>{{code}}</strong></p>
    <p class="source">It is valid once, until {{expires}}.</p>
    </div>
    </div>
    {{/offer}}
    {{^offer}}<p>Phones and computers in the same network can open these pages after they enter a one-time code.</p>{{/offer}}
    {{#empty(addresses)}}<p class="note">This machine is in no local network. Connect it to one; its addresses appear here within a minute.</p>{{/empty(addresses)}}
    <form method="post" action="{{offerAction}}" data-online>
    <input type="hidden" name="token" value="{{token}}">
    <p><button class="button primary">{{#offer}}New code{{/offer}}{{^offer}}Pair a device{{/offer}}</button></p>
    </form>
    <details>
    <summary>Addresses and fingerprints</summary>
    <ul>{{#addresses}}<li><code>{{.}}</code></li>{{/addresses}}</ul>
    <p>A browser warns about the certificate when it connects for the first time. Continue only if its warning shows this SHA-256 fingerprint:</p>
    <p><code>{{fingerprint}}</code></p>
    <p>If the device installs the certificate authority, compare this SHA-256 fingerprint:</p>
    <p><code>{{authorityFingerprint}}</code></p>
    </details>
    </section>
    <section class="card glass" aria-labelledby="list-title">
    <h2 id="list-title">Paired devices</h2>
    {{#empty(devices)}}<p>No device is paired.</p>{{/empty(devices)}}
    {{^empty(devices)}}
    <ul class="results">
    {{#devices}}
    <li>
    <form method="post" action="{{nameAction}}" id="rename-{{id}}" data-online>
    <input type="hidden" name="token" value="{{token}}">
    <p class="field"><label for="name-{{id}}">Name</label><input id="name-{{id}}" name="name" type="text" value="{{name}}" maxlength="60" required>
    <small>Last seen {{lastSeen}}; paired on {{created}}</small></p>
    </form>
    <form method="post" action="{{revokeAction}}" id="revoke-{{id}}" data-online><input type="hidden" name="token" value="{{token}}"></form>
    <p class="actions"><button class="button" form="rename-{{id}}">Rename</button>
    <button class="button danger" form="revoke-{{id}}" aria-label="Revoke {{name}}">Revoke</button></p>
    </li>
    {{/devices}}
    </ul>
    <form method="post" action="{{revokeAllAction}}" class="other" data-online>
    <input type="hidden" name="token" value="{{token}}">
    <p class="actions"><button class="button danger">Revoke all</button></p>
    </form>
    <p class="source">A revoked device can't open the pages again. Pages that it saved for reading without a network remain on it until it connects. A device that is not used for 90 days is revoked.</p>
    {{/empty(devices)}}
    </section>
    </div>
    """#
}

extension DevicePaths {
  static func revoke(_ session: DeviceSession) -> String { "/devices/\(session.id)/revoke" }

  static func name(_ session: DeviceSession) -> String { "/devices/\(session.id)/name" }
}
