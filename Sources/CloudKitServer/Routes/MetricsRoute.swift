// Cairn
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// `/metrics`: figures for Prometheus, for programs on this machine only.
struct MetricsRoute {
  let site: CloudSite

  func add(to router: Router<ServerContext>) {
    router.get("/metrics") { [site] request, context in
      guard ClientAddress.isLocal(request, context), site.isNamed(by: request) else {
        throw HTTPError(.notFound)
      }
      let text = site.metrics.text(waitingDevices: site.notifications.hub.count)
      return Response(
        status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
  }
}
