// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The output of programs that run to their end.
enum ProgramOutput {
  /// Runs a program, and returns its standard output.
  ///
  /// - Throws: `WrongResult` if the program fails.
  @discardableResult
  static func of(_ program: URL, _ arguments: [String], in folder: URL? = nil) throws -> Data {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try WrongResult.unless(
      process.terminationStatus == 0,
      "\(program.lastPathComponent) \(arguments.prefix(3)) has status \(process.terminationStatus)")
    return data
  }
}
