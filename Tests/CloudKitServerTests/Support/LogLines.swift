// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import Logging
import Synchronization

/// The log of a server, collected in memory.
final class LogLines: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  var logger: Logger {
    Logger(label: "test") { label in
      JSONLogHandler(label: label) { [self] line in bytes.withLock { $0 += line } }
    }
  }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}
