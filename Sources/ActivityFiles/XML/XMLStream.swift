// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import CExpat
import Foundation

/// A streaming XML parser that reports elements to a delegate.
///
/// It never expands declared entities and never loads external data: a file that declares them is
/// rejected. So are files with too deep nesting or an endless tag.
package final class XMLStream {
  /// The maximum nesting depth of elements.
  package static let depthLimit = 64

  /// The maximum size of one tag, comment or attribute list, in bytes.
  package static let tokenLimit = 4 << 20

  /// The maximum size of one element's text, in bytes; the rest is dropped.
  package static let textLimit = 1 << 20

  /// The number of open elements.
  @exclusivity(unchecked) package private(set) var depth = 0

  /// Whether an element has been seen.
  @exclusivity(unchecked) package private(set) var hasRoot = false

  /// Whether the text of the last started element was truncated.
  @exclusivity(unchecked) package private(set) var isTextTruncated = false

  /// The name of the currently reported element, as written in the file.
  package var elementName: String {
    String(decoding: currentName, as: UTF8.self)
  }

  /// The current line, counted from 1.
  package var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  // The state that each element uses is exempt from run-time exclusivity checks, which took a fifth
  // of the reading time. A stream is used by one caller at a time and never calls back into itself.
  private let parser: OpaquePointer
  @exclusivity(unchecked) private var names: XMLNameResolver
  @exclusivity(unchecked) private var delegate: (any XMLStreamDelegate)?
  private var failure: ActivityFileError?
  @exclusivity(unchecked) private var currentName = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  private var fedBytes = 0
  private var consumedBytes = 0
  @exclusivity(unchecked) private var textCount = 0
  @exclusivity(unchecked) private var textBuffer: UnsafeMutableBufferPointer<UInt8>

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - words: The known local names; ``XMLName/word`` is an index into this list.
  ///   - namespaces: The known namespaces.
  /// - Throws: `tooLarge` if there is not enough memory for a parser.
  package init(words: [String], namespaces: [String]) throws(ActivityFileError) {
    guard let parser = XML_ParserCreate(nil) else { throw Self.outOfMemory }
    self.parser = parser
    names = XMLNameResolver(words: words, namespaces: namespaces)
    textBuffer = .allocate(capacity: 4096)
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    setHandlers()
  }

  deinit {
    XML_ParserFree(parser)
    textBuffer.deallocate()
  }

  /// Reads the next bytes of the file.
  ///
  /// - Throws: An error without the file's name. The stream cannot be used afterwards.
  package func read(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, to delegate: any XMLStreamDelegate
  ) throws(ActivityFileError) {
    self.delegate = delegate
    defer { self.delegate = nil }
    var rest = bytes[...]
    repeat {
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 17))
      rest = rest.dropFirst(part.count)
      fedBytes += part.count
      let status = XML_Parse(
        parser, part.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(part.count),
        isLast && rest.isEmpty ? 1 : 0)
      if let failure { throw failure }
      guard status != XML_STATUS_ERROR else { throw error(XML_GetErrorCode(parser)) }
      consumedBytes = max(consumedBytes, Int(XML_GetCurrentByteIndex(parser)))
      if fedBytes - consumedBytes > Self.tokenLimit {
        throw ActivityFileError(
          .tooLarge, line: line, reason: "One tag or comment is longer than 4 MB",
          remedy: "The file is damaged; export it again")
      }
    } while !rest.isEmpty
  }

  /// Starts collecting the text of the starting element; other text is not even reported.
  @inline(__always)
  package func startCollectingText() {
    isTextTruncated = false
    textCount = 0
    XML_SetCharacterDataHandler(parser) { context, text, count in
      guard let text else { return }
      XMLStream.with(context) { $0.append(text, Int(count)) }
    }
  }

  /// Stops collecting text and returns it; valid until the next call.
  @inline(__always)
  package func consumeText() -> UnsafeBufferPointer<UInt8> {
    XML_SetCharacterDataHandler(parser, nil)
    return UnsafeBufferPointer(rebasing: textBuffer[..<textCount])
  }

  /// Stops reading with an error.
  package func fail(_ error: ActivityFileError) {
    if failure == nil { failure = error }
    delegate = nil
    _ = XML_StopParser(parser, 0)
  }
}

// MARK: - Callbacks

extension XMLStream {
  @inline(__always)
  private static func with(_ context: UnsafeMutableRawPointer?, _ body: (XMLStream) -> Void) {
    guard let context else { return }
    Unmanaged<XMLStream>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
  }

  private func setHandlers() {
    XML_SetElementHandler(
      parser,
      { context, name, attributes in
        guard let name, let attributes else { return }
        XMLStream.with(context) { $0.start(name, XMLAttributes(list: attributes)) }
      },
      { context, _ in XMLStream.with(context) { $0.end() } })
    XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
      XMLStream.with(context) { $0.refuseDeclaration("an entity") }
    }
    XML_SetAttlistDeclHandler(parser) { context, _, _, _, _, _ in
      XMLStream.with(context) { $0.refuseDeclaration("attributes") }
    }
    XML_SetSkippedEntityHandler(parser) { context, name, _ in
      XMLStream.with(context) { $0.refuseEntity(name.map { String(cString: $0) } ?? "") }
    }
  }

  @inline(__always)
  private func start(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
    guard let delegate else { return }
    depth += 1
    hasRoot = true
    guard depth <= Self.depthLimit else {
      return fail(
        ActivityFileError(
          .nestingTooDeep, line: line,
          reason: "Elements are nested more than \(Self.depthLimit) levels deep",
          remedy: "Export the file again; no activity file needs that depth"))
    }
    currentName = XMLNameResolver.buffer(name)
    names.declare(attributes, depth: depth)
    delegate.startElement(names.name(currentName), attributes, in: self)
    currentName = UnsafeBufferPointer(start: nil, count: 0)
  }

  @inline(__always)
  private func end() {
    guard let delegate else { return }
    delegate.endElement(in: self)
    names.end(depth: depth)
    depth -= 1
  }

  @inline(__always)
  private func append(_ text: UnsafePointer<CChar>, _ count: Int) {
    let space = Self.textLimit - textCount
    if count > space { isTextTruncated = true }
    let count = min(count, space)
    if textCount + count > textBuffer.count { growText(to: textCount + count) }
    guard let base = textBuffer.baseAddress else { return }
    memcpy(base + textCount, text, count)
    textCount += count
  }

  private func growText(to count: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: max(count, textBuffer.count * 2))
    _ = larger.initialize(fromContentsOf: textBuffer[..<textCount])
    textBuffer.deallocate()
    textBuffer = larger
  }

  private func refuseDeclaration(_ kind: String) {
    fail(
      ActivityFileError(
        .entityDeclaration, line: line,
        reason: "The document type declares \(kind), which can make a small file huge",
        remedy: "Remove the DOCTYPE; activity files need none"))
  }

  private func refuseEntity(_ name: String) {
    fail(
      ActivityFileError(
        .entityDeclaration, line: line,
        reason: "The entity \"\(name.prefix(40))\" is defined outside the file",
        remedy: "Replace it with its text; external data is never loaded"))
  }
}

// MARK: - Errors

extension XMLStream {
  private static var outOfMemory: ActivityFileError {
    ActivityFileError(
      .tooLarge, reason: "There is not enough memory to read the file",
      remedy: "Close other programs and try again")
  }

  private func error(_ code: XML_Error) -> ActivityFileError {
    let text = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
    switch code {
    case XML_ERROR_NO_MEMORY:
      return Self.outOfMemory
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR,
      XML_ERROR_UNCLOSED_CDATA_SECTION:
      return ActivityFileError(
        .truncated, line: line, reason: "The file ends before its last element does (\(text))",
        remedy: "It was truncated when it was saved or copied; export it again")
    case XML_ERROR_MISPLACED_XML_PI:
      return ActivityFileError(
        .malformed, line: line, reason: "The XML declaration is not at the start of the file",
        remedy: "Delete everything before \"<?xml\"")
    case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING:
      return ActivityFileError(
        .unsupportedEncoding, line: line,
        reason: "The file's text encoding is not supported (\(text))",
        remedy: "Save it as UTF-8, UTF-16, ISO-8859-1 or US-ASCII")
    case XML_ERROR_UNDEFINED_ENTITY:
      return ActivityFileError(
        .malformed, line: line,
        reason: "The text uses an entity that XML does not define (\(text))",
        remedy: "Write a plain \"&\" as \"&amp;\", and any other character as itself")
    case XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
      return ActivityFileError(
        .entityDeclaration, line: line, reason: "The file's entities expand without end",
        remedy: "Do not trust this file")
    default:
      return ActivityFileError(
        .malformed, line: line, reason: "The file is not well-formed XML (\(text))",
        remedy: "It is damaged from there on; export it again")
    }
  }
}

/// A receiver for the elements of a document.
package protocol XMLStreamDelegate: AnyObject {
  /// Handles the start of an element; its attributes are valid only during the call.
  func startElement(_ name: XMLName, _ attributes: XMLAttributes, in stream: XMLStream)

  /// Handles the end of the innermost open element.
  func endElement(in stream: XMLStream)
}
