// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `users/discover` and `users/lookup/contacts`; people who are not known are left out.
package struct IdentitiesResponse: ResponseBody {
  package var users: [UserIdentity]

  package init(users: [UserIdentity]) { self.users = users }

  package init(json: JSONNode) throws(WireError) { users = try json.object().required("users") }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("users", users)
    writer.endObject()
  }
}
