// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// The manifest, the service worker, the offline page and the form token, for both servers.
package struct OfflinePages: PageModule {
  package let templates = [OfflinePage.name: OfflinePage.template]
  package let navigation: PageLink? = nil

  package init() {}

  package func addRoutes(to router: PageRouter, site: Site) {
    add(OfflinePaths.manifest, "application/manifest+json", to: router) {
      try WebAppManifest.text()
    }
    let worker = ServiceWorker.text(for: site.modules)
    add(OfflinePaths.worker, "text/javascript; charset=utf-8", to: router) { worker }
    add(OfflinePaths.script, "text/javascript; charset=utf-8", to: router) { OutboxScript.text }
    add(OfflinePaths.icon, "image/svg+xml; charset=utf-8", to: router) {
      WebAppManifest.maskableIcon
    }
    router.get(RouterPath(OfflinePaths.page)) { _, _ in
      // A device without a session may request it, so it has no links to apps.
      let bare = try Site(
        modules: [Self()], configuration: site.configuration, logger: site.logger,
        changes: { AsyncThrowingStream { $0.finish() } })
      return bare.page(title: "Offline", OfflinePage.render(templates: bare.templates))
    }
    router.get(RouterPath(OfflinePaths.token)) { request, _ in
      try Self.token(request, site: site)
    }
  }

  private func add(
    _ path: String, _ mediaType: String, to router: PageRouter,
    _ text: @escaping @Sendable () throws -> String
  ) {
    router.get(RouterPath(path)) { _, _ in
      Response(
        status: .ok, headers: [.contentType: mediaType, .cacheControl: "no-cache"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: try text())))
    }
  }

  /// Answers with the current form token if a script of these pages requests it.
  ///
  /// Browsers set Sec-Fetch-Site, and scripts can't change it. Pages of other origins could not read
  /// the answer either.
  private static func token(_ request: Request, site: Site) throws(PageError) -> Response {
    let origins = request.headers[values: .secFetchSite]
    guard origins == ["same-origin"], request.headers[.secFetchMode] != "navigate" else {
      throw .foreignOrigin
    }
    return Response(
      status: .ok,
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: #"{"token":"\#(site.token.text)"}"#)))
  }
}

extension HTTPField.Name {
  /// The mode of a browser's request, which is "navigate" for a page.
  fileprivate static let secFetchMode: Self = {
    guard let name = Self("Sec-Fetch-Mode") else { preconditionFailure("the name is a token") }
    return name
  }()
}
