// Cairn
// SPDX-License-Identifier: Apache-2.0

extension MigrationPath {
  /// Throws an error for a plan that no store could follow, whether or not one is to be migrated now.
  static func check(_ plan: any SchemaMigrationPlan.Type) throws {
    let versions = plan.schemas.map { $0.versionIdentifier }
    for (one, next) in zip(versions, versions.dropFirst()) where one >= next {
      throw SwiftDataError.loadIssueModelContainer.saying(
        "The migration plan \(plan) lists version \(next) after \(one): list the oldest first, each "
          + "with a number of its own.")
    }
    for stage in plan.stages {
      let (from, to) = (stage.fromVersion.versionIdentifier, stage.toVersion.versionIdentifier)
      for version in [from, to] where !versions.contains(version) {
        throw SwiftDataError.loadIssueModelContainer.saying(
          "A stage of the migration plan \(plan) names the version \(version), which its schemas "
            + "don't list: add it there.")
      }
      if from >= to {
        throw SwiftDataError.loadIssueModelContainer.saying(
          "A stage of the migration plan \(plan) leads from version \(from) to \(to): let each stage "
            + "lead to a later version.")
      }
    }
  }
}
