// Cairn
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CloudKitServer

/// `cairn cloud quota set`.
struct QuotaSet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Limit what a container, each of its users, or one user may store.",
    discussion: """
      It counts from the next request on.

      EXAMPLES
        cairn cloud quota set 50GB --container iCloud.org.example.app
        cairn cloud quota set 1GB --container iCloud.org.example.app --each-user
      """
  )

  @Argument(help: "Bytes, or such as 500MB, 2GB, 512MiB.")
  var size: ByteCount

  @OptionGroup var target: QuotaTarget
  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func run() async throws {
    let accounts = try data.openAccounts()
    try await target.set(size.bytes, in: accounts)
    try output.write(["quota_bytes": size.bytes]) { "\(size.bytes)\n" }
  }
}
