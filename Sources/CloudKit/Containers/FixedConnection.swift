// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitWire

/// A connection to a container through a given service.
struct FixedConnection: ConnectionProvider {
  private let environment: String
  private let service: any CloudService
  private let policy: RetryPolicy
  private let encryptionKey: CloudKitEncryptionKey?
  let notificationStreams = NotificationStreams()

  init(
    _ environment: String, _ service: any CloudService, _ policy: RetryPolicy,
    _ encryptionKey: CloudKitEncryptionKey?
  ) {
    self.encryptionKey = encryptionKey
    self.environment = environment
    self.service = service
    self.policy = policy
  }

  func connection(to container: String?) throws -> CloudConnection {
    guard let container, let environment = CloudKitWire.Environment(rawValue: environment) else {
      throw CKError(.badContainer, "The container has no identifier or an unknown environment.")
    }
    return CloudConnection(
      container: container, environment: environment, service: service, policy: policy,
      encryptionKey: encryptionKey?.base64)
  }
}
