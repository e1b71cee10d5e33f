// Cairn
// SPDX-License-Identifier: Apache-2.0

/// `users/discover`: looks up discoverable users of the container.
package struct DiscoverUsersRequest: RequestBody {
  package var lookupInfos: [LookupInfo]

  package init(lookupInfos: [LookupInfo]) { self.lookupInfos = lookupInfos }

  package static var mayBeEmpty: Bool { true }

  package init(json: JSONNode) throws(WireError) {
    let object = try json.object()
    // Clients ask for all users they may discover by a POST without a body.
    lookupInfos =
      object.value("lookupInfos") == nil
      ? []
      : try Bounds.list(object, "lookupInfos", "an array of lookup infos", atMost: Limits.items)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("lookupInfos", lookupInfos)
    writer.endObject()
  }
}

/// The response of `users/discover` and `users/lookup/contacts`, without unknown users.
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

/// The response of `users/lookup/email` and `users/lookup/id`.
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

/// The response of `users/caller`.
///
/// The identity is written in a list, as documented, and at the top level, as Apple's service does.
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
