// Cairn
// SPDX-License-Identifier: Apache-2.0

import AppShell
import ArgumentParser
import Measures
import RuckMap

/// `cairn ruck profile`: shows or changes the user's profile.
struct RuckProfile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Show or change your profile: units, body, persona, privacy, display.",
    discussion: """
      EXAMPLES
        cairn ruck profile --units metric --body-weight "82 kg"
        cairn ruck profile --condition asthma --condition back_pain
        cairn ruck profile --show military-time --show large-text --hide simple
      """
  )

  @Option(help: "The unit system for output, and for numbers without a unit.")
  var units: UnitSystem?

  @Option(
    parsing: .unconditional, help: "Your body weight, \(WeightArgument.help).",
    transform: WeightArgument.init)
  var bodyWeight: WeightArgument?

  @Option(help: "Your name.")
  var name: String?

  @Option(help: "Your rucking persona.")
  var persona: UserPersona?

  @Option(
    parsing: .unconditional, help: "Your height, such as \"178 cm\" or \"70 in\".",
    transform: HeightArgument.init)
  var height: HeightArgument?

  @Option(parsing: .unconditional, help: "Your age in years.")
  var age: Int?

  @Option(help: "Your sex, for the resting metabolic rate.")
  var sex: BiologicalSex?

  @Option(help: "Your fitness level.")
  var fitness: FitnessLevel?

  @Option(help: "Your maximal heart rate in beats per minute; 0 removes it.")
  var maxHeartRate: Int?

  @Option(help: "Your resting heart rate in beats per minute; 0 removes it.")
  var restingHeartRate: Int?

  @Option(
    help: ArgumentHelp(
      "A health condition that limits the load; give the option again for another one.",
      valueName: "condition"))
  var condition: [HealthCondition] = []

  @Flag(help: "Remove the stored health conditions.")
  var noConditions = false

  @Option(help: "The audience that you permit; a child's is always private.")
  var privacy: PrivacyLevel?

  @Option(help: "Whether you are a child, whose data is always private: true or false.")
  var child: Bool?

  @Option(help: "Whether to list reminders of challenges that end soon: true or false.")
  var challengeReminders: Bool?

  @Option(help: "A display setting of the pages to turn on; may be repeated.")
  var show: [DisplaySetting] = []

  @Option(help: "A display setting of the pages to turn off; may be repeated.")
  var hide: [DisplaySetting] = []

  @OptionGroup var output: OutputOptions
  @OptionGroup var data: DataOptions

  func validate() throws {
    if noConditions, !condition.isEmpty {
      throw ValidationError("Give either --condition or --no-conditions.")
    }
    if let setting = show.first(where: hide.contains) {
      throw ValidationError("Give \(setting.rawValue) either to --show or to --hide.")
    }
  }

  func run() async throws {
    let library = try data.openLibrary()
    let system = try await library.profile().unitSystem
    var edit = UserProfileEdit(
      displayName: name, persona: persona, unitSystem: units,
      bodyWeight: try bodyWeight?.kilograms(in: units ?? system), height: height?.metres,
      age: age, sex: sex, fitnessLevel: fitness)
    if maxHeartRate == 0 {
      edit.cleared.insert(.maxHeartRate)
    } else {
      edit.maxHeartRate = maxHeartRate
    }
    if restingHeartRate == 0 {
      edit.cleared.insert(.restingHeartRate)
    } else {
      edit.restingHeartRate = restingHeartRate
    }
    if noConditions || !condition.isEmpty { edit.healthConditions = condition }
    edit.privacyLevel = privacy
    edit.isChild = child
    if edit != UserProfileEdit() { try await library.setProfile(edit) }
    try await setDisplay(library)
    let profile = try await library.profile()
    try output.write(ProfileRecord(profile)) { RuckText(profile.unitSystem).profile(profile) }
  }

  /// Changes the settings of the pages, after those that a new persona brings.
  private func setDisplay(_ library: RuckLibrary) async throws {
    guard challengeReminders != nil || !(show + hide).isEmpty else { return }
    let profile = try await library.profile()
    var edit = UserProfileEdit()
    var display = profile.display
    for setting in show { display[keyPath: setting.path] = true }
    for setting in hide { display[keyPath: setting.path] = false }
    edit.display = display
    if let challengeReminders {
      edit.notifications = profile.notifications
      edit.notifications?.challengeReminders = challengeReminders
    }
    try await library.setProfile(edit)
  }
}
