// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitWire
import CloudTestSupport
import Foundation
import Synchronization
import Testing

/// Retries: which requests, when, and how often.
@Suite(.serialized, .timeLimit(.minutes(15))) struct RetryTests {
  /// The requested delays, which end immediately.
  private final class Waits: Sendable {
    private let all = Mutex<[Double]>([])
    var values: [Double] { all.withLock { $0 } }
    func add(_ wait: Double) { all.withLock { $0.append(wait) } }
  }

  private func container(
    _ service: ScriptedService, _ waits: Waits, jitter: Double = 1
  ) -> CKContainer {
    var policy = RetryPolicy()
    policy.jitter = { jitter }
    policy.sleep = { waits.add($0) }
    return CKContainer(identifier: "iCloud.org.example.app", service: service, policy: policy)
  }

  private func zones(_ database: CKDatabase) async -> CKError? {
    do {
      _ = try await database.allRecordZones()
      return nil
    } catch {
      return error as? CKError
    }
  }

  private static let busy = ScriptedService.Step.answer(
    status: 503, body: #"{"serverErrorCode":"TRY_AGAIN_LATER","reason":"busy"}"#)

  private static let draws: [(Double, [Double])] = [
    (0, [0.125, 0.25, 0.5]), (0.5, [0.1875, 0.375, 0.75]), (1, [0.25, 0.5, 1]),
  ]

  @Test(arguments: draws)
  func `retry delays double, with jitter down to half, and end after four attempts`(
    _ jitter: Double, _ expected: [Double]
  ) async {
    let (service, waits) = (ScriptedService(Self.busy), Waits())
    let error = await zones(container(service, waits, jitter: jitter).privateCloudDatabase)
    #expect(error?.code == .serviceUnavailable)
    #expect(waits.values == expected && service.requests.count == 4)
  }

  @Test func `a request that fails once is retried once`() async {
    let (service, waits) = (ScriptedService(Self.busy, .noZones), Waits())
    #expect(await zones(container(service, waits).privateCloudDatabase) == nil)
    #expect(waits.values.count == 1 && service.requests.count == 2)
  }

  @Test func `a requested retry delay is observed, plus jitter`() async {
    let limited = ScriptedService.Step.answer(status: 429, retryAfter: 4)
    for (jitter, wait) in [(0.0, 4.0), (1, 5)] {
      let (service, waits) = (ScriptedService(limited, .noZones), Waits())
      #expect(await zones(container(service, waits, jitter: jitter).privateCloudDatabase) == nil)
      #expect(waits.values == [wait])
    }
  }

  @Test func `a retry delay that is too long is left to the caller`() async {
    let limited = ScriptedService.Step.answer(status: 429, retryAfter: 11)
    let (service, waits) = (ScriptedService(limited), Waits())
    let error = await zones(container(service, waits).privateCloudDatabase)
    #expect(error?.code == .requestRateLimited && error?.retryAfterSeconds == 11)
    #expect(waits.values.isEmpty && service.requests.count == 1)
  }

  @Test func `a write that may have been applied is not retried`() async throws {
    let lost = ScriptedService.Step.failure(CKError(.serverResponseLost))
    let (service, waits) = (ScriptedService(lost), Waits())
    let database = container(service, waits).privateCloudDatabase
    await #expect { try await database.save(CKRecord(recordType: "Note")) } throws: {
      ($0 as? CKError)?.code == .serverResponseLost
    }
    #expect(service.requests.count == 1)
    // Reads are retried.
    #expect(await zones(database)?.code == .serverResponseLost)
    #expect(service.requests.count == 5)
    let refused = ScriptedService(.answer(status: 403))
    #expect(await zones(container(refused, waits).privateCloudDatabase)?.code == .permissionFailure)
    #expect(refused.requests.count == 1)
  }

  @Test func `no retry begins after the resource timeout`() async {
    let (service, waits) = (ScriptedService(Self.busy), Waits())
    let configuration = CKOperation.Configuration()
    configuration.timeoutIntervalForResource = 0.4
    let error = await container(service, waits).privateCloudDatabase.configuredWith(
      configuration: configuration
    ) { await zones($0) }
    // The first delay is a quarter of a second; the second would be half a second.
    #expect(error?.code == .serviceUnavailable)
    #expect(waits.values == [0.25])
  }

  @Test func `a cancelled operation does not wait for its next retry`() async {
    var policy = RetryPolicy()
    let (waiting, continuation) = AsyncStream.makeStream(of: Void.self)
    policy.sleep = { _ in
      continuation.yield()
      try await Task.sleep(for: .seconds(3_600))
    }
    let service = ScriptedService(Self.busy)
    let container = CKContainer(
      identifier: "iCloud.org.example.app", service: service, policy: policy)
    let operation = CKFetchRecordZonesOperation.fetchAllRecordZonesOperation()
    let (results, end) = AsyncStream.makeStream(of: CKError.Code?.self)
    operation.fetchRecordZonesResultBlock = { result in
      if case .failure(let error) = result { end.yield((error as? CKError)?.code) }
      end.finish()
    }
    container.privateCloudDatabase.add(operation)
    for await _ in waiting {
      operation.cancel()
      break
    }
    var iterator = results.makeAsyncIterator()
    #expect(await iterator.next() == .operationCancelled)
    #expect(service.requests.count == 1)
    let task = Task { await zones(container.privateCloudDatabase) }
    for await _ in waiting { break }
    task.cancel()
    #expect(await task.value?.code == .operationCancelled)
  }

  // MARK: Over a connection

  private struct Refusal: CustomTestStringConvertible {
    let status: String
    let body: String
    let code: CKError.Code
    let seconds: Double
    var testDescription: String { "\(status): \(body)" }
  }

  private static let refusals = [
    Refusal(
      status: "429 Too Many Requests",
      body: #"{"serverErrorCode":"THROTTLED","reason":"slowly","retryAfter":77}"#,
      code: .requestRateLimited, seconds: 77),
    Refusal(
      status: "429 Too Many Requests", body: #"{"serverErrorCode":"THROTTLED","reason":"slowly"}"#,
      code: .requestRateLimited, seconds: 33),
    Refusal(
      status: "503 Service Unavailable", body: "a proxy's page", code: .serviceUnavailable,
      seconds: 33),
  ]

  @Test(arguments: refusals)
  private func `an error has the retry delay of the response's body or header`(_ refusal: Refusal)
    async throws
  {
    let server = try CannedServer(
      status: refusal.status, body: refusal.body, headers: ["Retry-After: 33"])
    defer { server.stop() }
    let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = CloudKitConfigurationFile(url: folder.appending(path: "cloudkit.json"))
    try file.write(
      CloudKitConfiguration(containers: ["iCloud.x": .init(url: server.address, apiToken: "t")]))
    let database = CKContainer(identifier: "iCloud.x", configuration: file).privateCloudDatabase
    let error = await zones(database)
    #expect(error?.code == refusal.code && error?.retryAfterSeconds == refusal.seconds)
  }

  @Test func `the error for too many sign-in attempts has a retry delay`() async throws {
    try await RunningCloud.run { cloud in
      _ = try await cloud.container(of: "ann")
      let signIn = CloudKitSignIn(url: cloud.address)
      var error: CKError?
      for _ in 0...10 {
        do {
          _ = try await signIn.signIn(user: "ann", password: "a guess", containers: [])
        } catch let failure as CKError {
          error = failure
        }
      }
      #expect(error?.code == .requestRateLimited)
      let seconds = try #require(error?.retryAfterSeconds)
      #expect(seconds > 800 && seconds <= 900)
    }
  }
}
