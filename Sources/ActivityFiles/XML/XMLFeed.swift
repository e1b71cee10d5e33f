// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The chunks of an XML file, which it feeds to a stream after removing a damaged prolog.
final class XMLFeed {
  /// The number of bytes that are read from a file at once.
  static let chunkSize = 1 << 16

  let name: String?
  let stream: XMLStream
  private let source: () throws -> Data?
  private var signature: [UInt8] = []
  private(set) var prolog = XMLProlog()
  private(set) var isFinished = false

  init(
    name: String?, words: [String], source: @escaping () throws -> Data?
  ) throws(ActivityFileError) {
    self.name = name
    self.source = source
    stream = try XMLStream(words: words, namespaces: [])
  }

  /// The current line of the file, counted from 1.
  var line: Int { stream.line + prolog.removedLines }

  /// Reads the next chunk; sets `isFinished` at the end of the file.
  ///
  /// - Parameters:
  ///   - delegate: Receives the elements.
  ///   - format: The format's name for messages.
  /// - Throws: An error with the file's name.
  func read(to delegate: any XMLStreamDelegate, format: String) throws(ActivityFileError) {
    do throws(ActivityFileError) {
      try readChunk(to: delegate)
    } catch {
      throw described(error, format: format)
    }
  }

  private func readChunk(to delegate: any XMLStreamDelegate) throws(ActivityFileError) {
    let chunk = try nextChunk()
    if let chunk, signature.count < FileSignature.length {
      signature += chunk.prefix(FileSignature.length - signature.count)
    }
    if prolog.isPassed, let chunk {
      try feed(chunk, isLast: false, to: delegate)
    } else {
      let bytes = chunk.map { prolog.filter($0) } ?? prolog.finish()
      guard !prolog.isTooLong else {
        throw ActivityFileError(
          .tooLarge, reason: "No element begins within the first megabyte",
          remedy: "The file is damaged; export it again")
      }
      if !bytes.isEmpty || chunk == nil {
        try feed(Data(bytes), isLast: chunk == nil, to: delegate)
      }
    }
    isFinished = chunk == nil
  }

  private func nextChunk() throws(ActivityFileError) -> Data? {
    do {
      while let chunk = try source() {
        if !chunk.isEmpty { return chunk }
      }
      return nil
    } catch let error as ActivityFileError {
      throw error
    } catch {
      throw ActivityFileSource.unreadable(error, name: name)
    }
  }

  private func feed(
    _ chunk: Data, isLast: Bool, to delegate: any XMLStreamDelegate
  ) throws(ActivityFileError) {
    var failure: ActivityFileError?
    chunk.withUnsafeBytes { bytes in
      do throws(ActivityFileError) {
        try stream.read(bytes, isLast: isLast, to: delegate)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Adds the file's name to an error, and replaces it by the detected format if the file is not
  /// XML.
  private func described(_ error: ActivityFileError, format: String) -> ActivityFileError {
    var error = error
    error.line = error.line.map { $0 + prolog.removedLines }
    if !stream.hasRoot, [.malformed, .truncated, .unsupportedEncoding].contains(error.code) {
      let signature = FileSignature(bytes: signature)
      if signature.isBlank {
        error = ActivityFileError(
          .empty, reason: "The file is empty", remedy: "Export the activity again")
      } else if let kind = signature.name {
        error = ActivityFileError(
          .notXML, reason: "This is \(kind), not a \(format) file",
          remedy: kind.contains("archive")
            ? "Unpack it and read the file inside" : "Export the activity as \(format)")
      } else if !signature.looksLikeXML {
        error = ActivityFileError(
          .notXML, line: error.line, reason: "This is not XML, and so not a \(format) file",
          remedy: "Export the activity as \(format)")
      }
    }
    if error.file == nil { error.file = name }
    return error
  }
}
