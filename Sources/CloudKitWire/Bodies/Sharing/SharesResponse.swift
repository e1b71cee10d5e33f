// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The response of `records/resolve` and `records/accept`.
package struct SharesResponse: ResponseBody {
  /// One share or an error.
  package enum Item: JSONValue, Sendable, Hashable {
    case share(ShareMetadata)
    case failure(ServerFailure)

    package init(json: JSONNode) throws(WireError) {
      if try json.object("a share or an error").value("serverErrorCode") != nil {
        self = .failure(try ServerFailure(json: json))
      } else {
        self = .share(try ShareMetadata(json: json))
      }
    }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .share(let share): share.write(to: &writer)
      case .failure(let failure): failure.write(to: &writer)
      }
    }
  }

  package var results: [Item]

  package init(results: [Item]) { self.results = results }

  package init(json: JSONNode) throws(WireError) {
    results = try json.object().required("results")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("results", results)
    writer.endObject()
  }
}
