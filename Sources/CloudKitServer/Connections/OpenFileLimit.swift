// Cairn
// SPDX-License-Identifier: Apache-2.0

import SystemSupport

/// The limit on open files and connections of this process.
package enum OpenFileLimit {
  /// The file descriptors reserved for the database, assets and the log.
  private static let reserve = 256

  /// Raises the soft limit as far as needed and allowed.
  ///
  /// Shells and services often start with a soft limit of 1,024 and a much higher hard limit.
  ///
  /// - Parameter wanted: The number of connections that the server wants to accept.
  /// - Returns: The number of connections that fit into the limit.
  package static func raise(forConnections wanted: Int) -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0 else { return wanted }
    let needed = rlim_t(wanted + reserve)
    if limit.rlim_cur < needed {
      var raised = limit
      raised.rlim_cur = min(needed, limit.rlim_max)
      if setrlimit(files, &raised) == 0 { limit = raised }
    }
    guard limit.rlim_cur < needed else { return wanted }
    return max(16, Int(limit.rlim_cur) - reserve)
  }
}
