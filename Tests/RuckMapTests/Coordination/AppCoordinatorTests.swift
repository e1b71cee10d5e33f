// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RuckMap
import Testing

/// An account that a test changes.
private actor Account: AccountSource {
  private var result: Result<SignedInAccount?, any Error> = .success(nil)
  func set(_ result: Result<SignedInAccount?, any Error>) { self.result = result }
  func account() throws -> SignedInAccount? { try result.get() }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct AppCoordinatorTests {
  private let library: RuckLibrary
  private let account = Account()
  private let coordinator: AppCoordinator

  init() throws {
    library = RuckLibrary(modelContainer: try RuckMapStore.inMemory())
    coordinator = AppCoordinator(
      library: library, authentication: AuthenticationManager(source: account))
  }

  @Test func `the app is ready without an account`() async {
    #expect(coordinator.appState == .initializing)
    await coordinator.start()
    #expect(coordinator.appState == .ready)
    #expect(coordinator.authentication.state == .signedOut)
    #expect(coordinator.authentication.remedy.contains("cairn login"))
  }

  @Test func `a sign-in of another process is seen`() async throws {
    await coordinator.start()
    let server = try #require(URL(string: "https://cloud.example.org"))
    await account.set(.success(SignedInAccount(user: "ann", server: server)))
    await coordinator.authentication.refresh()
    #expect(coordinator.authentication.account?.user == "ann")
    await account.set(.failure(RuckLibraryError.notFound("cloudkit.json")))
    await coordinator.authentication.refresh()
    guard case .failed(let reason) = coordinator.authentication.state else {
      Issue.record("not failed")
      return
    }
    #expect(reason.contains("cloudkit.json"))
  }

  @Test func `a running ruck of an earlier process is shown`() async throws {
    let ruck = try await library.startRecording(RecordingOptions(packWeight: 10))
    await coordinator.start()
    #expect(coordinator.appState == .recording(ruck.id))
    try await library.discardRecording(ruck.id)
    await coordinator.refresh()
    #expect(coordinator.appState == .ready)
  }

  @Test func `a link leads to an existing ruck`() async throws {
    try await library.addSampleIfEmpty()
    let id = try #require(try await library.rucks().first?.id)
    await coordinator.handleDeepLink(try #require(URL(string: DeepLink.ruck(id).address)))
    #expect(coordinator.destination == .ruck(id))
    await coordinator.handleDeepLink(
      try #require(URL(string: "ruckmap://rucks/\(UUID().uuidString)")))
    #expect(coordinator.destination == .ruck(id))
    #expect(coordinator.linkProblem?.contains("There is no ruck") == true)
    let running = try await library.startRecording(RecordingOptions(packWeight: 10)).id
    await coordinator.handleDeepLink(try #require(URL(string: DeepLink.ruck(running).address)))
    #expect(coordinator.destination == .record)
    #expect(coordinator.linkProblem == nil)
  }

  @Test func `a foreign link is rejected with its address`() async throws {
    await coordinator.handleDeepLink(try #require(URL(string: "mailto:ann@example.com")))
    #expect(coordinator.destination == nil)
    #expect(coordinator.linkProblem?.contains("mailto:ann@example.com") == true)
  }

  @Test(
    arguments: [
      ("ruckmap://rucks", "rucks"), ("cairn://record", "record"),
      ("ruckmap://rucks/record", "record"),
      ("https://desk.local:8443/rucks/2F3A6F0E-6B1F-4C7E-9A51-0C6C1B8E7D01", "ruck"),
      ("RUCKMAP://session/2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01", "ruck"),
      ("ruckmap://routes/2f3a6f0e-6b1f-4c7e-9a51-0c6c1b8e7d01", "route"),
      ("ruckmap://gear", "gear"),
      ("ruckmap://settings", "settings"), ("ruckmap://routes", "routes"),
      ("ruckmap://rucks/nowhere", nil), ("ruckmap://", nil), ("file:///rucks", nil),
      ("ruckmap://rucks/a/b", nil), ("https://example.org/", nil),
    ] as [(String, String?)])
  func `addresses are parsed`(_ address: String, _ kind: String?) throws {
    let link = DeepLink(try #require(URL(string: address)))
    let id = try #require(UUID(uuidString: "2F3A6F0E-6B1F-4C7E-9A51-0C6C1B8E7D01"))
    let expected: DeepLink? =
      switch kind {
      case "rucks": .rucks
      case "record": .record
      case "ruck": .ruck(id)
      case "route": .route(id)
      case "routes": .routes
      case "gear": .gear
      case "settings": .settings
      default: nil
      }
    #expect(link == expected)
    if let link { #expect(DeepLink(try #require(URL(string: link.address))) == link) }
  }
}
