// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKitServer
import CloudKitWire
import Foundation

extension Cloud {
  /// Sends `subscriptions/modify` with JSON.
  @discardableResult
  func subscribe(_ operations: String, _ call: CallContext = .alice) async throws
    -> [SubscriptionResult]
  {
    let request = try ModifySubscriptionsRequest(
      body: Array("{\"operations\":[\(operations)]}".utf8))
    return try await SubscriptionsResponse(body: subscriptions.modify(request, call)).subscriptions
  }

  /// Creates a subscription to notes.
  @discardableResult
  func subscribeToNotes(
    _ id: String = "notes", on triggers: String = #""create","update","delete""#,
    filter: String = "[]", and more: String = "", _ call: CallContext = .alice
  ) async throws -> SubscriptionResult {
    try await subscribe(
      #"{"operationType":"create","subscription":{"subscriptionID":"\#(id)","#
        + #""subscriptionType":"query","query":{"recordType":"Note","filterBy":\#(filter)},"#
        + #""firesOn":[\#(triggers)]\#(more)}}"#, call)[0]
  }

  /// Registers a new device of the caller.
  func device(_ client: String? = nil, _ call: CallContext = .alice) async throws -> Device {
    let answer = try await CreateTokenResponse(
      body: devices.create(
        CreateTokenRequest(apnsEnvironment: .development, clientID: client), call))
    return Device(
      service: NotificationService(data, hub: NotificationHub(storage)),
      token: String(answer.webcourierURL.split(separator: "/").last ?? ""),
      apnsToken: answer.apnsToken, date: call.date)
  }
}

/// A device that receives notifications without HTTP.
struct Device: Sendable {
  let service: NotificationService
  let token: String
  let apnsToken: String
  var date: Date

  /// All pending notifications, fetched one at a time like a client.
  func news() async throws -> [PushNotification] {
    var news: [PushNotification] = []
    while let next = try await next() { news.append(next) }
    return news
  }

  /// The subscription, reason and record or zone of each pending notification.
  func brief() async throws -> [String] { try await news().map(\.brief) }

  func next(after id: String? = nil, isLost: Bool = false) async throws -> PushNotification? {
    var session = try service.open(token, after: id)
    defer { service.close(session) }
    let date = date
    let delivery = try await service.next(&session, atMost: 1, waiting: .zero, at: { date })
    guard case .notifications(let found) = delivery, let first = found.first else { return nil }
    if !isLost { try await service.sent(session) }
    return try PushNotification(body: first.body)
  }
}

extension PushNotification {
  var brief: String {
    switch event {
    case .query(let event):
      "\(event.subscriptionID ?? "") \(event.reason) \(event.recordName ?? "")"
    case .zone(let zoneID, _, let id): "\(id ?? "") zone \(zoneID.zoneName)"
    case .database(let scope, let id): "\(id ?? "") database \(scope)"
    case nil: "nothing"
    }
  }
}

extension SubscriptionResult {
  var subscription: Subscription? {
    if case .subscription(let subscription) = self { subscription } else { nil }
  }
  var failure: ServerFailure? {
    if case .failure(_, let failure) = self { failure } else { nil }
  }
}
