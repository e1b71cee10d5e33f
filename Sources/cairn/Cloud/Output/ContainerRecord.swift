// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer

/// A container as JSON.
struct ContainerRecord: Encodable {
  let container: String
  let created: String

  init(_ account: ContainerAccount) {
    container = account.name
    created = account.created.jsonText
  }
}
