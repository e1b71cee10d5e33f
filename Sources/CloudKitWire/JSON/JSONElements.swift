// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The values of an array, or the keys and values of an object, one after the other.
package struct JSONElements: Sequence, IteratorProtocol {
  let document: JSONDocument
  private(set) var index: Int
  let end: Int

  init(document: JSONDocument, index: Int, end: Int) {
    self.document = document
    self.index = index
    self.end = end
  }

  package mutating func next() -> JSONNode? {
    guard index < end else { return nil }
    let node = JSONNode(document: document, index: index)
    index = Int(document.nodes[index].next)
    return node
  }
}
