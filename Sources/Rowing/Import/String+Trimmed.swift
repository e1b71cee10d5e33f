// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension String {
  /// The text without white space around it.
  ///
  /// Foundation copies each text that it trims. Here, a text between two visible ASCII characters
  /// is returned as it is.
  var trimmed: String {
    let visible: ClosedRange<UInt8> = 0x21...0x7E
    if let first = utf8.first, let last = utf8.last, visible.contains(first),
      visible.contains(last)
    {
      return self
    }
    return trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
