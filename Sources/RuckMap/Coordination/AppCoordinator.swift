// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

/// The state of the app for its views, and the handling of links into it.
@MainActor @Observable
public final class AppCoordinator {
  /// The state of the app.
  public enum AppState: Sendable, Hashable {
    /// The state is being read.
    case initializing
    /// The app is ready; no ruck runs.
    case ready
    /// A ruck runs, also one of an earlier process.
    case recording(UUID)
    /// The store can't be read; the string has the reason and the remedy.
    case failed(String)
  }

  /// The state of the app.
  public private(set) var appState: AppState = .initializing
  /// The destination that the views show; nil for the start page.
  public private(set) var destination: DeepLink?
  /// The reason why the last link was not followed; nil after a success.
  public private(set) var linkProblem: String?
  /// The sign-in.
  public let authentication: AuthenticationManager

  @ObservationIgnored private let library: RuckLibrary
  @ObservationIgnored private var links = 0

  /// Creates a coordinator.
  ///
  /// - Parameters:
  ///   - library: The library of the rucks.
  ///   - authentication: The sign-in.
  public init(library: RuckLibrary, authentication: AuthenticationManager) {
    self.library = library
    self.authentication = authentication
  }

  /// Reads the sign-in and the running ruck.
  public func start() async {
    await authentication.refresh()
    await refresh()
  }

  /// Reads the running ruck again, after a change by another process.
  public func refresh() async {
    do {
      appState = try await library.activeRecordings().last.map { .recording($0.id) } ?? .ready
    } catch {
      appState = .failed(error.localizedDescription)
    }
  }

  /// Shows the destination of a link, if it exists.
  ///
  /// A link to a running ruck leads to its recording. Of links that overlap, the last one counts.
  ///
  /// - Parameter url: The link.
  public func handleDeepLink(_ url: URL) async {
    links += 1
    let own = links
    guard let link = DeepLink(url) else {
      linkProblem = "\(url.absoluteString) is no link into RuckMap. Open the list of rucks."
      return
    }
    do {
      let resolved = try await resolve(link)
      guard own == links else { return }
      (destination, linkProblem) = (resolved, nil)
    } catch {
      guard own == links else { return }
      linkProblem = error.localizedDescription
    }
  }

  private func resolve(_ link: DeepLink) async throws -> DeepLink {
    guard case .ruck(let id) = link else { return link }
    if try await library.recording(id) != nil { return .record }
    guard try await library.ids(matching: id.uuidString).contains(id) else {
      throw RuckLibraryError.notFound(id.uuidString.lowercased())
    }
    return link
  }
}
