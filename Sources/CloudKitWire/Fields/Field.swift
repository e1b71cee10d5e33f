// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A field of a record: its value, and whether it is to be encrypted.
package struct Field: Sendable, Hashable {
  package var value: FieldValue
  package var isEncrypted: Bool

  package init(_ value: FieldValue, isEncrypted: Bool = false) {
    self.value = value
    self.isEncrypted = isEncrypted
  }

  package func write(to writer: inout JSONWriter, numbersAsStrings: Bool = false) {
    writer.beginObject()
    writer.key("value")
    value.write(to: &writer, numbersAsStrings: numbersAsStrings)
    writer.member("type", value.type.rawValue)
    writer.member("isEncrypted", ifTrue: isEncrypted)
    writer.endObject()
  }
}
