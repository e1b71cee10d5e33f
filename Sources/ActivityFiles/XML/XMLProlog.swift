// Cairn
// SPDX-License-Identifier: Apache-2.0

/// Removes white space before an XML declaration, and a document type declaration.
///
/// Some services write ten spaces before the declaration, and some write a damaged document type.
/// Activity files need neither. Entities of the removed declaration are then undefined, so that a
/// file that uses them is rejected.
struct XMLProlog {
  /// The maximum size of a prolog, in bytes.
  static let limit = 1 << 20

  /// The number of lines that were removed from the start.
  private(set) var removedLines = 0

  /// Whether a document type declaration was removed.
  private(set) var hasDocumentType = false

  /// Whether the prolog exceeded its limit.
  private(set) var isTooLong = false

  private var state = State.start
  private var pending: [UInt8] = []
  private var count = 0

  private enum State {
    case start
    case between
    case markup
    case instruction
    case comment
    case documentType(isInner: Bool, isClosing: Bool)
    case passed
  }

  /// Whether everything that follows is passed unchanged.
  var isPassed: Bool { if case .passed = state { true } else { false } }

  /// Returns the bytes that the parser needs.
  mutating func filter(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    for byte in bytes {
      if isPassed {
        output.append(byte)
        continue
      }
      count += 1
      if count > Self.limit { isTooLong = true }
      step(byte, to: &output)
    }
    return output
  }

  /// Returns the bytes that were withheld, at the end of the file.
  mutating func finish() -> [UInt8] {
    defer { pending = [] }
    state = .passed
    return pending
  }

  private mutating func step(_ byte: UInt8, to output: inout [UInt8]) {
    switch state {
    case .start:
      stepAtStart(byte, to: &output)
    case .between:
      if byte == UInt8(ascii: "<") {
        pending = [byte]
        state = .markup
      } else {
        output.append(byte)
      }
    case .markup:
      stepInMarkup(byte, to: &output)
    case .instruction:
      output.append(byte)
      if byte == UInt8(ascii: ">") { state = .between }
    case .comment:
      output.append(byte)
      pending = Array((pending + [byte]).suffix(3))
      if pending == Array("-->".utf8) {
        pending = []
        state = .between
      }
    case .documentType(let isInner, let isClosing):
      stepInDocumentType(byte, isInner: isInner, isClosing: isClosing, to: &output)
    case .passed:
      output.append(byte)
    }
  }

  /// Drops white space; bytes of UTF-16 are passed unchanged.
  private mutating func stepAtStart(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case 0x20, 0x09, 0x0D: break
    case 0x0A: removedLines += 1
    case 0xEF, 0xBB, 0xBF: output.append(byte)
    case UInt8(ascii: "<"):
      pending = [byte]
      state = .markup
    default:
      output.append(byte)
      state = .passed
    }
  }

  private mutating func stepInMarkup(_ byte: UInt8, to output: inout [UInt8]) {
    pending.append(byte)
    let documentType = Array("<!DOCTYPE".utf8)
    if documentType.starts(with: pending) {
      if pending.count == documentType.count {
        hasDocumentType = true
        pending = []
        state = .documentType(isInner: false, isClosing: false)
      }
      return
    }
    if pending == Array("<!-".utf8) { return }
    output += pending
    if pending == Array("<!--".utf8) {
      state = .comment
    } else {
      state = pending == Array("<?".utf8) ? .instruction : .passed
    }
    pending = []
  }

  /// Drops a declaration up to its end, and replaces it by its line breaks.
  private mutating func stepInDocumentType(
    _ byte: UInt8, isInner: Bool, isClosing: Bool, to output: inout [UInt8]
  ) {
    switch byte {
    case 0x0A: output.append(byte)
    case UInt8(ascii: "["): state = .documentType(isInner: true, isClosing: false)
    case UInt8(ascii: "]"): state = .documentType(isInner: isInner, isClosing: true)
    case UInt8(ascii: ">") where isClosing || !isInner: state = .between
    case 0x20, 0x09, 0x0D: break
    default: state = .documentType(isInner: isInner, isClosing: false)
    }
  }
}
