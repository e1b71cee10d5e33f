// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird

/// The pages that list and pair devices, for the server of the loopback interface only.
package struct DevicePages: PageModule {
  package let templates = [DevicesPage.name: DevicesPage.template]
  package let navigation: PageLink? = PageLink("Devices", DevicePaths.devices)
  private let access: LANAccess

  /// Creates the pages of the devices that a LAN server accepts.
  package init(_ access: LANAccess) { self.access = access }

  package func addRoutes(to router: PageRouter, site: Site) {
    router.get(RouterPath(DevicePaths.devices)) { _, _ in
      let model = try await model(site: site)
      return site.page(
        title: "Devices", at: DevicePaths.devices,
        site.templates.render(DevicesPage.name, model))
    }
    router.post(RouterPath(DevicePaths.offer)) { request, _ in
      _ = try await FormFields(request, token: site.token)
      access.pairing.makeOffer()
      return site.redirect(to: DevicePaths.devices)
    }
    router.post(RouterPath(DevicePaths.revokeAll)) { request, _ in
      _ = try await FormFields(request, token: site.token)
      try await access.sessions.revokeAll()
      return site.redirect(to: DevicePaths.devices)
    }
    router.post(RouterPath(DevicePaths.revokePattern)) { request, context in
      _ = try await FormFields(request, token: site.token)
      try await access.sessions.revoke(try Self.id(context))
      return site.redirect(to: DevicePaths.devices)
    }
    router.post(RouterPath(DevicePaths.namePattern)) { request, context in
      let fields = try await FormFields(request, token: site.token)
      try await access.sessions.rename(try Self.id(context), to: fields["name"] ?? "")
      return site.redirect(to: DevicePaths.devices)
    }
  }

  /// The text for the terminal: the QR code, the link and the code.
  ///
  /// - Parameters:
  ///   - offer: A valid code.
  ///   - access: A running server.
  ///   - isColored: Whether the terminal supports escape sequences.
  /// - Returns: Lines with line feeds; without a QR code if the machine is in no network.
  /// - Throws: ``QRCode/Failure`` if the QR code can't be encoded.
  package static func terminalText(
    _ offer: Pairing.Offer, _ access: LANAccess, isColored: Bool
  ) throws -> String {
    let notice = "Code: \(offer.displayCode), valid once, for ten minutes\n"
    guard let link = access.pairingURL(for: offer), let start = access.urls.first else {
      return "Other devices can't reach this machine: it is in no local network.\n" + notice
    }
    return try QRCode(link.absoluteString).text(isColored: isColored)
      + "Other devices open \(start.absoluteString)\n" + notice
      + "Certificate fingerprint (SHA-256): \(access.certificate.fingerprint)\n"
  }

  private func model(site: Site) async throws -> DevicesPage.Model {
    let certificate = access.certificate
    return DevicesPage.Model(
      devices: await access.sessions.all.map {
        DevicesPage.Device($0, calendar: site.calendar)
      },
      offer: try access.pairing.offer.map { try code($0, site: site) },
      addresses: access.urls.map(\.absoluteString), fingerprint: certificate.fingerprint,
      authorityFingerprint: certificate.authorityFingerprint, token: site.token.text)
  }

  private func code(_ offer: Pairing.Offer, site: Site) throws -> DevicesPage.Code {
    let link = access.pairingURL(for: offer)?.absoluteString
    return DevicesPage.Code(
      code: offer.displayCode, link: link,
      picture: try link.map { try QRCode($0).svg(label: "QR code of the pairing link") },
      expires: site.calendar.dateAndTime(offer.expires))
  }

  private static func id(_ context: PageContext) throws(PageError) -> UUID {
    guard let text = context.parameters.get("id"), let id = UUID(uuidString: text) else {
      throw .notFound
    }
    return id
  }
}
