// Cairn
// SPDX-License-Identifier: Apache-2.0

import CloudKit
import CloudKitWire
import Foundation
import Synchronization

/// A service that returns scripted responses, repeats the last one, and records requests.
final class ScriptedService: CloudService {
  enum Step: Sendable {
    case answer(status: Int, body: String = "", retryAfter: Double? = nil)
    case failure(CKError)

    static let noZones = Step.answer(status: 200, body: #"{"zones":[]}"#)
  }

  private struct State {
    var steps: [Step]
    var requests: [ServiceRequest] = []
  }

  private let state: Mutex<State>

  init(_ steps: Step...) { state = Mutex(State(steps: steps)) }

  var requests: [ServiceRequest] { state.withLock { $0.requests } }

  func answer(_ request: ServiceRequest) async throws -> ServiceResponse {
    let step = state.withLock { state in
      state.requests.append(request)
      return state.steps.count > 1 ? state.steps.removeFirst() : state.steps[0]
    }
    switch step {
    case .answer(let status, let body, let retryAfter):
      return ServiceResponse(status: status, body: Array(body.utf8), retryAfter: retryAfter)
    case .failure(let error): throw error
    }
  }

  func upload(
    _ file: URL, to url: String, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceResponse {
    throw CKError(.serviceUnavailable, userInfo: [:])
  }

  func download(
    _ url: String, to file: URL, timeout: TimeInterval,
    progress: @Sendable @escaping (Double) -> Void
  ) async throws -> ServiceResponse {
    throw CKError(.serviceUnavailable, userInfo: [:])
  }
}
