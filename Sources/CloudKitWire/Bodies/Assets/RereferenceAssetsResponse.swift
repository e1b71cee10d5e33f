// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `assets/rereference`: for each that was asked for an asset that can be written, or why not.
package struct RereferenceAssetsResponse: ResponseBody {
  /// What became of one.
  package enum Item: JSONValue, Sendable, Hashable {
    case asset(Asset)
    case failure(RecordFailure)

    package static let inWords = "an asset or an error"

    package init(json: JSONNode) throws(WireError) {
      let object = try json.object(Self.inWords)
      if object.value("serverErrorCode") != nil {
        self = .failure(try RecordFailure(json: json))
      } else {
        self = .asset(try Asset(json: json))
      }
    }

    package func write(to writer: inout JSONWriter) {
      switch self {
      case .asset(let asset): asset.write(to: &writer)
      case .failure(let failure): failure.write(to: &writer)
      }
    }
  }

  /// In the order of the request.
  package var assets: [Item]

  package init(assets: [Item]) { self.assets = assets }

  /// The documentation speaks of an array; taken with and without an object around it.
  package init(json: JSONNode) throws(WireError) {
    assets =
      try json.kind == .array
      ? [Item](json: json) : json.object("an array of assets").required("assets")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("assets", assets)
    writer.endObject()
  }
}
