// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData

/// A list of reminders in a JSON file.
///
///     reminders FILE          print all reminders
///     reminders FILE TITLE    add a reminder, then print all
@main
enum Reminders {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      FileHandle.standardError.write(Data("usage: reminders FILE [TITLE]\n".utf8))
      exit(64)
    }
    do {
      let context = try open(URL(filePath: arguments[1]))
      if arguments.count > 2 {
        context.insert(Reminder(arguments[2]))
        try context.save()
      }
      let reminders = try context.fetch(
        FetchDescriptor<Reminder>(sortBy: [SortDescriptor(\.title)]))
      for reminder in reminders {
        FileHandle.standardOutput.write(Data("\(reminder.title)\n".utf8))
      }
    } catch {
      FileHandle.standardError.write(Data("reminders: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func open(_ file: URL) throws -> ModelContext {
    let configuration = JSONStoreConfiguration(fileURL: file)
    return ModelContext(try ModelContainer(for: Reminder.self, configurations: configuration))
  }
}
