// Cairn
// SPDX-License-Identifier: Apache-2.0

import RuckMap
import Testing

@Suite struct CircularBufferTests {
  @Test(arguments: [1, 2, 3, 99, 100])
  func `a buffer has the newest elements up to its capacity`(_ capacity: Int) throws {
    var buffer = try CircularBuffer<Int>(capacity: capacity)
    for count in 1...(3 * capacity + 1) {
      buffer.append(count)
      let expected = Array(max(1, count - capacity + 1)...count)
      #expect(buffer.elements == expected)
      #expect(buffer.count == expected.count)
      #expect(buffer.last == count)
    }
    buffer.removeAll()
    #expect(buffer.isEmpty && buffer.last == nil && buffer.elements.isEmpty)
    buffer.append(7)
    #expect(buffer.elements == [7])
  }

  @Test func `a buffer of a hundred holds a hundred`() throws {
    var buffer = try CircularBuffer<Int>(capacity: 100)
    for number in 0..<100 { buffer.append(number) }
    #expect(buffer.count == 100)
  }

  @Test(arguments: [0, -1, .min])
  func `a capacity below one is refused`(_ capacity: Int) {
    #expect(throws: CircularBufferError(capacity: capacity)) {
      try CircularBuffer<Int>(capacity: capacity)
    }
  }
}
