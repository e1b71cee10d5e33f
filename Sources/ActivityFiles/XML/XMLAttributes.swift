// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The attributes of an element, valid only during the start callback.
package struct XMLAttributes {
  /// Alternating names and values, terminated by null.
  let list: UnsafeMutablePointer<UnsafePointer<CChar>?>

  /// Returns the value of an attribute without a prefix, as bytes.
  @inline(__always)
  func bytes(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
    var index = 0
    while let key = list[index], let value = list[index + 1] {
      if name.withUTF8Buffer({ equal(key, $0) }) {
        return UnsafeBufferPointer(
          start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: strlen(value))
      }
      index += 2
    }
    return nil
  }

  /// Returns the value of an attribute without a prefix.
  package func string(_ name: StaticString) -> String? {
    bytes(name).map { String(decoding: $0, as: UTF8.self) }
  }

  @inline(__always)
  private func equal(_ key: UnsafePointer<CChar>, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<name.count where UInt8(bitPattern: key[index]) != name[index] {
      return false
    }
    return key[name.count] == 0
  }
}
