// Cairn
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A server that accepts connections and answers no request, as an address of another network seems to.
package enum SilentServer {
  /// Runs a body while a port of this machine is silent.
  package static func run<Result: Sendable>(port: Int, _ body: () async throws -> Result)
    async throws
    -> Result
  {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
      .bind(host: "127.0.0.1", port: port).get()
    do {
      let result = try await body()
      try await channel.close()
      return result
    } catch {
      try? await channel.close()
      throw error
    }
  }
}
