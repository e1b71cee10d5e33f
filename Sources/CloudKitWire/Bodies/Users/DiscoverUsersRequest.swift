// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `users/discover`: who of these people uses the container.
package struct DiscoverUsersRequest: RequestBody {
  package var lookupInfos: [LookupInfo]

  package init(lookupInfos: [LookupInfo]) { self.lookupInfos = lookupInfos }

  package init(json: JSONNode) throws(WireError) {
    lookupInfos = try Bounds.list(
      json.object(), "lookupInfos", "an array of look-up infos", atMost: Limits.items)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("lookupInfos", lookupInfos)
    writer.endObject()
  }
}
