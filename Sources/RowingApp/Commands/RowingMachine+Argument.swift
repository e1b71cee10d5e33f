// Cairn
// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import Rowing

// Values of the domain on the command line; the names of machines, kinds, boats and weight classes
// in any letter case.

extension RowingMachine: ExpressibleByArgument {
  /// Finds the value by its name in any letter case.
  public init?(argument: String) { self.init(name: argument) }
}

extension SessionType: ExpressibleByArgument {
  /// Finds the value by its name in any letter case.
  public init?(argument: String) { self.init(name: argument) }
}

extension WeightClass: ExpressibleByArgument {
  /// Finds the value by its name in any letter case.
  public init?(argument: String) { self.init(name: argument) }
}

extension BoatType: ExpressibleByArgument {
  /// Finds the value by its name in any letter case.
  public init?(argument: String) { self.init(name: argument) }
}

extension UserRole: ExpressibleByArgument {}
extension AthleteSex: ExpressibleByArgument {}
extension TotalsPeriod: ExpressibleByArgument {}
extension SessionComparison.Axis: ExpressibleByArgument {}
extension SessionFormat: ExpressibleByArgument {}

extension RawRepresentable where RawValue == String, Self: CaseIterable {
  /// The value with a name in any letter case; nil for another name.
  fileprivate init?(name: String) {
    guard let value = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
    else { return nil }
    self = value
  }
}
