// Cairn
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import Hummingbird
import NIOCore
import NIOPosix
import SystemSupport

/// Receives an upload: checks its token first, collects fields in memory and streams files to disk.
package struct UploadReceiver: Sendable {
  package let folder: UploadFolder
  package let token: FormToken
  package let limit: Int

  /// A receiver that writes files into a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - token: The token that the form must have.
  ///   - limit: The maximum size of the body in bytes.
  package init(folder: UploadFolder, token: FormToken, limit: Int) {
    self.folder = folder
    self.token = token
    self.limit = limit
  }

  /// Receives the whole form.
  ///
  /// - Parameter request: A request with a body of multipart/form-data whose first part is the
  ///   token.
  /// - Returns: The form; its files are in the folder.
  /// - Throws: PageError; the caller removes the folder with any files written.
  package func receive(_ request: Request) async throws -> UploadedForm {
    if let length = request.headers[.contentLength].flatMap(Int.init), length > limit {
      throw PageError.uploadTooLarge(limit: limit)
    }
    do {
      return try await read(request)
    } catch let error as MultipartError {
      switch error {
      case .bodyTooLarge, .fileTooLarge: throw PageError.uploadTooLarge(limit: limit)
      default: throw PageError.badForm(error.message)
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
        for event in try parser.feed(Array(buffer: buffer)) {
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
    case field(String, [UInt8])
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
    case .body(let bytes):
      switch current {
      case .field(let name, var value):
        // The field is the only owner of its bytes, which grow without a copy.
        current = .none
        value += bytes
        current = .field(name, value)
      case .file(let handle): try await folder.write(ByteBuffer(bytes: bytes), to: handle)
      case .none, .skipped: break
      }
    case .partEnd:
      try current.close()
      if case .field(let name, let value) = current {
        form.fields[name] = String(decoding: value, as: UTF8.self)
      }
      current = .none
    case .end: break
    }
  }

  private func begin(_ part: MultipartPart, form: inout UploadedForm) throws -> Current {
    guard let filename = part.filename else { return .field(part.name, []) }
    // Files are written only for a form with this server's token.
    guard token.matches(form.fields[FormToken.field]) else { throw PageError.staleForm }
    guard !filename.isEmpty else { return .skipped }
    let (url, handle) = try folder.file(named: filename, number: form.files.count)
    form.files.append(url)
    return .file(handle)
  }
}

/// A received form: its fields as text, its files on disk.
package struct UploadedForm: Sendable {
  /// The values of fields that are not files; the last of several with one name.
  package var fields: [String: String] = [:]
  /// The files, in the order of the form, under their own names in numbered folders.
  package var files: [URL] = []
}
