// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

/// The results of an upload as JSON, for ``UploadScript``.
package struct UploadReport: Encodable, Sendable, Equatable {
  /// The result of a file.
  package enum State: String, Encodable, Sendable {
    case imported
    /// The file's object was stored before.
    case unchanged
    /// Nothing was stored.
    case failed
  }

  /// A file with its result.
  package struct File: Encodable, Sendable, Equatable {
    /// The name of the file as uploaded.
    package var name: String
    package var state: State
    /// The identifier by which an imported object can be deleted again.
    package var id: String?
    /// The title and the page of the object.
    package var title: String?
    package var link: String?
    /// The reason of a failure, or a short description of the object.
    package var detail: String?
    /// Remarks on the file.
    package var notes: [String]

    /// Creates a result.
    package init(
      _ name: String, _ state: State, id: String? = nil, title: String? = nil, link: String? = nil,
      detail: String? = nil, notes: [String] = []
    ) {
      (self.name, self.state, self.id) = (name, state, id)
      (self.title, self.link, self.detail, self.notes) = (title, link, detail, notes)
    }
  }

  package var files: [File]
  /// The reason why the form was rejected and nothing was stored; nil if it was accepted.
  package var problem: String?

  /// Creates a report.
  package init(files: [File] = [], problem: String? = nil) {
    self.files = files
    self.problem = problem
  }

  /// Whether a request's header Accept names JSON, as that of the script.
  package static func isRequested(by request: Request) -> Bool {
    request.headers[values: .accept].contains { $0.hasPrefix("application/json") }
  }

  /// The report as a response: status 200, or 422 for a rejected form.
  ///
  /// - Throws: The encoder's error.
  package func response() throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Response(
      status: problem == nil ? .ok : .unprocessableContent,
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(self))))
  }
}
