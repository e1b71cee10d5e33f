// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The exit status and the output of a process.
package struct CommandResult: Sendable, CustomStringConvertible {
  /// The exit status, or the signal number if `wasKilled`.
  package let status: Int32
  package let wasKilled: Bool
  package let outputData: Data
  package let errorData: Data

  package var output: String { String(decoding: outputData, as: UTF8.self) }
  package var error: String { String(decoding: errorData, as: UTF8.self) }

  package var description: String {
    "\(wasKilled ? "signal" : "status") \(status)\noutput: \(output)\nerror: \(error)"
  }

  /// The output decoded as JSON.
  package func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: outputData)
  }
}
