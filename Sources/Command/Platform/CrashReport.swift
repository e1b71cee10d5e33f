// Cairn
// SPDX-License-Identifier: Apache-2.0

import CCrashReport
import Foundation

/// The report of the last crash of a command, in its data folder.
///
/// It has the version, the name of the subcommand, the signal, the time and the stack, and no argument or
/// value. Nothing sends it.
enum CrashReport {
  static let fileName = "crash-report.txt"

  /// Has a crash of this process write a report.
  ///
  /// - Parameters:
  ///   - folder: The data folder; if it doesn't exist at the crash, there is no report.
  ///   - command: The name of the subcommand.
  ///   - version: The version of the program.
  static func install(in folder: URL, command: String, version: String) {
    let path = folder.absoluteURL.appending(path: fileName).path(percentEncoded: false)
    cairn_crash_report_install(path, "cairn \(version)\ncommand: \(command)\n")
  }
}
