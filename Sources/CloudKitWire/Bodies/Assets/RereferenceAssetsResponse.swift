// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `assets/rereference`: an asset that can be written for each that was asked for.
package struct RereferenceAssetsResponse: ResponseBody {
  package var assets: [Asset]

  package init(assets: [Asset]) { self.assets = assets }

  /// The documentation speaks of an array; taken with and without an object around it.
  package init(json: JSONNode) throws(WireError) {
    assets =
      try json.kind == .array
      ? [Asset](json: json) : json.object("an array of assets").required("assets")
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("assets", assets)
    writer.endObject()
  }
}
