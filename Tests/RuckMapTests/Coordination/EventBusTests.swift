// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Testing

@Suite(.timeLimit(.minutes(15))) struct EventBusTests {
  private let bus = EventBus()
  private let log = EventLog()
  private let event = SessionCompleted(
    sessionID: UUID(), stats: RuckingStats(distance: 5, time: 3_600, calories: 500, weight: 35))

  @Test func `an event reaches the handlers of its kind only`() async {
    await bus.subscribe(to: SessionCompleted.self) { [log] in await log.add("\($0.stats.distance)")
    }
    await bus.subscribe(to: SessionCompleted.self) { [log] in await log.add("\($0.stats.distance)")
    }
    await bus.subscribe(to: RuckingSessionStarted.self) { [log] _ in await log.add("start") }
    await bus.publish(event)
    #expect(await log.entries == ["5.0", "5.0"])
  }

  @Test func `a cancelled subscription receives nothing`() async {
    let subscription = await bus.subscribe(to: SessionCompleted.self) { [log] _ in
      await log.add("late")
    }
    await bus.unsubscribe(subscription)
    await bus.publish(event)
    #expect(await log.entries.isEmpty)
    #expect(await bus.subscriptionCount == 0)
  }

  @Test func `a handler may publish, subscribe and cancel`() async {
    let (bus, log) = (bus, log)
    await bus.subscribe(to: SessionCompleted.self) { event in
      await log.add("end")
      let inner = await bus.subscribe(to: RuckingSessionStarted.self) { _ in await log.add("start")
      }
      await bus.publish(RuckingSessionStarted(sessionID: event.sessionID, startLocation: nil))
      await bus.unsubscribe(inner)
    }
    await bus.publish(event)
    await bus.publish(event)
    #expect(await log.entries == ["end", "start", "end", "start"])
  }

  @Test func `handlers run concurrently, and publish waits for all`() async {
    let log = log
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    await bus.subscribe(to: SessionCompleted.self) { _ in
      for await _ in stream { break }
      await log.add("waited")
    }
    await bus.subscribe(to: SessionCompleted.self) { _ in
      await log.add("released")
      continuation.yield()
    }
    await bus.publish(event)
    #expect(await log.entries == ["released", "waited"])
  }

  @Test func `a cancelled publisher still delivers`() async {
    let (bus, log, event) = (bus, log, event)
    await bus.subscribe(to: SessionCompleted.self) { _ in await log.add("end") }
    let publisher = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await bus.publish(event)
    }
    await publisher.value
    #expect(await log.entries == ["end"])
  }
}
