// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import Logging
import NIOCore

/// What is known of a request while it is answered.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The address of the other end of the connection.
  let peer: SocketAddress?
  let channel: any Channel
  /// What the answer and the log call the request.
  let requestID: String

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
    peer = source.channel.remoteAddress
    requestID = UUID().uuidString
  }
}
