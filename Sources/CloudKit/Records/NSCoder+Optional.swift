// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension NSCoder {
  /// Decodes the object for a key; nil if there is none, where `decodeObject` would trap.
  func object<Object: NSObject & NSCoding>(of type: Object.Type, forKey key: String) -> Object? {
    containsValue(forKey: key) ? decodeObject(of: type, forKey: key) : nil
  }
}
