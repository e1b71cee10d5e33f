// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Receives the elements of a document while it is read.
protocol XMLStreamDelegate: AnyObject {
  /// An element starts; its attributes are valid during the call only.
  func startElement(_ name: XMLName, _ attributes: XMLAttributes, in stream: XMLStream)

  /// The last element that started, and has not ended yet, ends.
  func endElement(in stream: XMLStream)
}
