// Cairn
// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
import RuckMap

// The words of the profile as they are typed: `imperial`, `outdoor_adventurer`.
extension UnitSystem: ExpressibleByArgument {}
extension UserPersona: ExpressibleByArgument {}
extension BiologicalSex: ExpressibleByArgument {}
extension FitnessLevel: ExpressibleByArgument {}
