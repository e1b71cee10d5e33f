// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The answer of `users/lookup/email` and `users/lookup/id`.
package struct UsersResponse: ResponseBody {
  package var users: [UserDictionary]

  package init(users: [UserDictionary]) { self.users = users }

  package init(json: JSONNode) throws(WireError) { users = try json.object().required("users") }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("users", users)
    writer.endObject()
  }
}
