// Cairn
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import NIOPosix

/// Reads an upload: checks its token first, keeps fields in memory and streams files to disk.
struct UploadReceiver: Sendable {
  let folder: UploadFolder
  let token: FormToken
  let limit: Int

  /// Reads the whole form.
  ///
  /// - Parameter request: A request with a body of multipart/form-data whose first part is the token.
  /// - Returns: The form; its files are in the folder.
  /// - Throws: PageError; what was written is left to the folder's removal.
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

  /// The part that is being read.
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
    // Nothing is written for a form that isn't ours.
    guard token.matches(form.fields[FormToken.field]) else { throw PageError.staleForm }
    guard !filename.isEmpty else { return .skipped }
    let (url, handle) = try folder.file(named: filename, number: form.files.count)
    form.files.append(url)
    return .file(handle)
  }
}
