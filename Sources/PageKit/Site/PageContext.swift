// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Hummingbird
package import NIOCore

/// The context of a request to the pages.
package struct PageContext: RequestContext, RemoteAddressRequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The address of the sender.
  package let remoteAddress: SocketAddress?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

/// A step of request handling, before the routes.
package typealias PageMiddleware = any MiddlewareProtocol<Request, Response, PageContext>
