// Cairn
// SPDX-License-Identifier: Apache-2.0

/// The kind of an ``AppEvent``.
public struct EventType: RawRepresentable, Sendable, Hashable {
  /// The name.
  public let rawValue: String

  /// Creates a kind with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A ruck was started.
  public static let sessionStarted = EventType(rawValue: "session-started")
  /// A position of a ruck was stored.
  public static let locationUpdated = EventType(rawValue: "location-updated")
  /// A ruck was completed.
  public static let sessionCompleted = EventType(rawValue: "session-completed")
}

/// An event that parts of the app publish and observe.
public protocol AppEvent: Sendable {
  /// The kind of the event.
  static var eventType: EventType { get }
}

/// The identity of a subscription to an ``EventBus``.
public struct EventSubscription: Sendable, Hashable {
  fileprivate let type: EventType
  fileprivate let number: Int
}

/// Delivers events to the handlers that subscribed to their kind.
///
/// The handlers of an event run concurrently, and `publish` returns when all have returned. A handler may
/// publish, subscribe or unsubscribe: a subscription takes effect for events published after it.
public actor EventBus {
  private typealias Handler = @Sendable (any AppEvent) async -> Void

  private var handlers: [EventType: [Int: Handler]] = [:]
  private var next = 0

  /// Creates a bus without subscriptions.
  public init() {}

  /// The number of subscriptions.
  public var subscriptionCount: Int { handlers.values.reduce(0) { $0 + $1.count } }

  /// Subscribes to a kind of events.
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - handler: Called for each event.
  /// - Returns: The subscription, which lasts until it is cancelled.
  @discardableResult
  public func subscribe<Event: AppEvent>(
    to type: Event.Type, handler: @escaping @Sendable (Event) async -> Void
  ) -> EventSubscription {
    next += 1
    handlers[Event.eventType, default: [:]][next] = { event in
      if let event = event as? Event { await handler(event) }
    }
    return EventSubscription(type: Event.eventType, number: next)
  }

  /// Cancels a subscription.
  public func unsubscribe(_ subscription: EventSubscription) {
    handlers[subscription.type]?[subscription.number] = nil
  }

  /// Delivers an event, and returns when its handlers have returned.
  ///
  /// - Parameter event: The event.
  public func publish(_ event: some AppEvent) async {
    let handlers = Array((handlers[type(of: event).eventType] ?? [:]).values)
    await withTaskGroup(of: Void.self) { group in
      for handler in handlers { group.addTask { await handler(event) } }
    }
  }
}
