// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONStore
import SwiftData

// Usage: reminders FILE [TITLE]: add a reminder with the title, then list all reminders.

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  FileHandle.standardError.write(Data("usage: reminders FILE [TITLE]\n".utf8))
  exit(64)
}
do {
  let configuration = JSONStoreConfiguration(fileURL: URL(filePath: arguments[1]))
  let container = try ModelContainer(for: Reminder.self, configurations: configuration)
  let context = ModelContext(container)
  if arguments.count > 2 {
    context.insert(Reminder(arguments[2]))
    try context.save()
  }
  let reminders = try context.fetch(FetchDescriptor<Reminder>(sortBy: [SortDescriptor(\.title)]))
  for reminder in reminders { FileHandle.standardOutput.write(Data("\(reminder.title)\n".utf8)) }
} catch {
  FileHandle.standardError.write(Data("reminders: \(error)\n".utf8))
  exit(1)
}
