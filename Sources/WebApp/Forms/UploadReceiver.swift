// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import NIOCore
import NIOPosix

/// Receives an upload: checks its token first, collects fields in memory and streams files to disk.
struct UploadReceiver: Sendable {
  let folder: UploadFolder
  let token: FormToken
  let limit: Int

  /// Receives the whole form.
  ///
  /// - Parameter request: A request with a body of multipart/form-data whose first part is the
  ///   token.
  /// - Returns: The form; its files are in the folder.
  /// - Throws: PageError; the caller removes the folder with any files written.
  func receive(_ request: Request) async throws -> UploadedForm {
    if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
      throw PageError.uploadTooLarge(limit: limit)
    }
    do {
      return try await read(request)
    } catch let error as MultipartError {
      switch error {
      case .bodyTooLarge, .fileTooLarge: throw PageError.uploadTooLarge(limit: limit)
      default: throw PageError.badForm(error.errorDescription ?? "It is damaged.")
      }
    }
  }

  private func read(_ request: Request) async throws -> UploadedForm {
    var parser = try MultipartParser(
      contentType: request.headers[.contentType],
      limits: MultipartLimits(fileBytes: limit, totalBytes: limit))
    var form = UploadedForm()
    var current = Current.none
    do {
      for try await buffer in request.body {
        for event in try parser.feed(buffer) {
          try await handle(event, form: &form, current: &current)
        }
      }
    } catch {
      try? current.close()
      throw error
    }
    try? current.close()
    try parser.finish()
    guard token.matches(form.fields[FormToken.field]) else { throw PageError.staleForm }
    return form
  }

  /// The part being received.
  private enum Current {
    case none
    case field(String, ByteBuffer)
    case file(NIOFileHandle)
    /// A file input that was left empty: browsers send it with an empty name.
    case skipped

    func close() throws {
      if case .file(let handle) = self { try handle.close() }
    }
  }

  private func handle(
    _ event: MultipartEvent, form: inout UploadedForm, current: inout Current
  ) async throws {
    switch event {
    case .part(let part):
      current = try begin(part, form: &form)
    case .body(var bytes):
      switch current {
      case .field(let name, var value):
        value.writeBuffer(&bytes)
        current = .field(name, value)
      case .file(let handle): try await folder.write(bytes, to: handle)
      case .none, .skipped: break
      }
    case .partEnd:
      try current.close()
      if case .field(let name, let value) = current {
        form.fields[name] = String(buffer: value)
      }
      current = .none
    case .end: break
    }
  }

  private func begin(_ part: MultipartPart, form: inout UploadedForm) throws -> Current {
    guard let filename = part.filename else { return .field(part.name, ByteBuffer()) }
    // Files are written only for a form with this server's token.
    guard token.matches(form.fields[FormToken.field]) else { throw PageError.staleForm }
    guard !filename.isEmpty else { return .skipped }
    let (url, handle) = try folder.file(named: filename, number: form.files.count)
    form.files.append(url)
    return .file(handle)
  }
}

/// A received form: its fields as text, its files on disk.
struct UploadedForm: Sendable {
  /// The values of fields that are not files; the last of several with one name.
  var fields: [String: String] = [:]
  /// The files, in the order of the form, under their own names in numbered folders.
  var files: [URL] = []
}
