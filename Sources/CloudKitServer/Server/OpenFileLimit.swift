// Cairn
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many files and connections this process may have open.
package enum OpenFileLimit {
  /// What the database, assets and the log need, beside the connections.
  private static let reserve = 256

  /// Raises the limit as far as the system lets this process, and gives the connections that fit in it.
  ///
  /// Shells and services often begin with 1,024 of which they may have many more.
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
