// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `users/caller`: the identity in a list, as documented, and at the top, as seen.
package struct CallerResponse: ResponseBody {
  package var identity: UserIdentity

  package init(identity: UserIdentity) { self.identity = identity }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    if let users: [UserIdentity] = try object.optional("users"), let first = users.first {
      identity = first
    } else {
      identity = try UserIdentity(json: json)
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("users", [identity])
    identity.writeMembers(to: &writer)
    writer.endObject()
  }
}
