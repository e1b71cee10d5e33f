// Cairn
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counters and histograms since the start of the process.
package final class ServerMetrics: Sendable {
  private struct Series: Hashable {
    var endpoint: String
    var status: Int
  }

  private struct Times {
    var buckets = [Int](repeating: 0, count: ServerMetrics.bounds.count)
    var count = 0
    var seconds = 0.0
  }

  private struct State {
    var requests: [Series: Int] = [:]
    var times: [String: Times] = [:]
    var running = 0
    var throttled = 0
    var failedSignIns = 0
  }

  /// The histogram's upper bounds in seconds.
  private static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

  private let state = Mutex(State())

  package init() {}

  func begin() { state.withLock { $0.running += 1 } }

  /// Counts a response; endpoint names are a fixed set, so clients cannot create more series.
  func end(endpoint: String, status: Int, seconds: Double) {
    state.withLock { state in
      state.running -= 1
      state.requests[Series(endpoint: endpoint, status: status), default: 0] += 1
      var times = state.times[endpoint] ?? Times()
      for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
        times.buckets[index] += 1
      }
      times.count += 1
      times.seconds += seconds
      state.times[endpoint] = times
    }
  }

  func throttle() { state.withLock { $0.throttled += 1 } }

  func failSignIn() { state.withLock { $0.failedSignIns += 1 } }

  /// The metrics in Prometheus text format, version 0.0.4.
  ///
  /// - Parameter waitingDevices: The number of connections that wait for notifications.
  /// - Returns: The text.
  package func text(waitingDevices: Int) -> String {
    let state = state.withLock { $0 }
    var lines = [
      "# HELP cairn_requests_total Requests answered.", "# TYPE cairn_requests_total counter",
    ]
    let series = state.requests.sorted {
      ($0.key.endpoint, $0.key.status) < ($1.key.endpoint, $1.key.status)
    }
    for (series, count) in series {
      lines.append(
        "cairn_requests_total{endpoint=\"\(series.endpoint)\",status=\"\(series.status)\"} "
          + "\(count)")
    }
    lines += [
      "# HELP cairn_request_seconds Response times.",
      "# TYPE cairn_request_seconds histogram",
    ]
    for (endpoint, times) in state.times.sorted(by: { $0.key < $1.key }) {
      for (bound, count) in zip(Self.bounds, times.buckets) {
        lines.append(
          "cairn_request_seconds_bucket{endpoint=\"\(endpoint)\",le=\"\(bound)\"} \(count)")
      }
      lines += [
        "cairn_request_seconds_bucket{endpoint=\"\(endpoint)\",le=\"+Inf\"} \(times.count)",
        "cairn_request_seconds_sum{endpoint=\"\(endpoint)\"} \(times.seconds)",
        "cairn_request_seconds_count{endpoint=\"\(endpoint)\"} \(times.count)",
      ]
    }
    let single: [(String, String, String, Int)] = [
      ("cairn_requests_in_flight", "gauge", "Requests being answered.", state.running),
      (
        "cairn_waiting_devices", "gauge", "Connections that wait for notifications.", waitingDevices
      ),
      ("cairn_throttled_total", "counter", "Requests rejected by a rate limit.", state.throttled),
      ("cairn_sign_in_failures_total", "counter", "Failed sign-ins.", state.failedSignIns),
    ]
    for (name, kind, help, value) in single {
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(kind)", "\(name) \(value)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
