// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension NSCoder {
  /// The object under a key; nil if there is none, which stops the program where it is read otherwise.
  func object<Object: NSObject & NSCoding>(of type: Object.Type, forKey key: String) -> Object? {
    containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
  }
}
