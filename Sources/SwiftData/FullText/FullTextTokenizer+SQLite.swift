// Cairn
// SPDX-License-Identifier: Apache-2.0

internal import GRDBSQLite

// The tokenizers "cairn" (words) and "cairn substrings" (sequences of three characters) of FTS5.

extension FullTextTokenizer {
  private static let pointerType: StaticString = "fts5_api_ptr"

  /// Registers the tokenizers with a connection; without FTS5, tables with them can't be created.
  static func register(in database: OpaquePointer?) {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else {
      return
    }
    defer { sqlite3_finalize(statement) }
    var api: UnsafeMutablePointer<fts5_api>?
    withUnsafeMutablePointer(to: &api) { pointer in
      let type = UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
      sqlite3_bind_pointer(statement, 1, pointer, type, nil)
      sqlite3_step(statement)
    }
    guard let api else { return }
    var tokenizer = fts5_tokenizer(xCreate: create, xDelete: delete, xTokenize: tokenize)
    _ = api.pointee.xCreateTokenizer(api, "cairn", nil, &tokenizer, nil)
  }
}

/// The kind of a tokenizer, as the address that SQLite passes to each call.
private enum TokenizerKind {
  static var words: OpaquePointer? { OpaquePointer(bitPattern: 8) }
  static var substrings: OpaquePointer? { OpaquePointer(bitPattern: 16) }
}

private func create(
  _ context: UnsafeMutableRawPointer?,
  _ arguments: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ count: Int32,
  _ result: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  guard count > 0, let argument = arguments?[0] else {
    result?.pointee = TokenizerKind.words
    return SQLITE_OK
  }
  guard count == 1, String(cString: argument) == "substrings" else { return SQLITE_ERROR }
  result?.pointee = TokenizerKind.substrings
  return SQLITE_OK
}

private func delete(_ tokenizer: OpaquePointer?) {}

private func tokenize(
  _ tokenizer: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _ flags: Int32,
  _ text: UnsafePointer<CChar>?, _ count: Int32,
  _ report: (
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
    ) -> Int32
  )?
) -> Int32 {
  guard let text, let report else { return SQLITE_OK }
  let bytes = UnsafeBufferPointer(
    start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: Int(count))
  var code = SQLITE_OK
  func add(_ term: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    let first = UnsafeRawPointer(term.baseAddress)?.assumingMemoryBound(to: CChar.self)
    code = report(context, 0, first, Int32(term.count), Int32(start), Int32(end))
    return code == SQLITE_OK
  }
  if tokenizer == TokenizerKind.substrings {
    _ = FullTextTokenizer.trigrams(bytes) { add($0, 0, 0) }
  } else {
    _ = FullTextTokenizer.words(bytes, add)
  }
  return code
}
