// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `users/lookup/email` and `users/lookup/id`, deprecated.
package struct LookupUsersRequest: RequestBody {
  package var users: [LookupInfo]

  package init(users: [LookupInfo]) { self.users = users }

  package init(json: JSONNode) throws(WireError) {
    users = try Bounds.list(
      json.object(), "users", "an array of objects with emailAddress or userRecordName",
      atMost: Limits.items)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("users", users)
    writer.endObject()
  }
}
