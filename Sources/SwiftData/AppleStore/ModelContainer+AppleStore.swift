// Cairn
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension ModelContainer {
  /// Imports a store that Apple's SwiftData or Core Data wrote on a Mac or iPhone.
  ///
  /// ```swift
  /// let report = try container.importAppleStore(at: file)
  /// for entity in report.entities where !entity.skippedProperties.isEmpty {
  ///   print("\(entity.name) lost \(entity.skippedProperties)")
  /// }
  /// ```
  ///
  /// Not in Apple's framework. The file and its folder are not changed: the import reads a temporary
  /// copy of the database. External data is read from the hidden `_SUPPORT` folder beside the file.
  ///
  /// An entity is imported into the model with its name, with it as `originalName`, or with a name
  /// that differs only in case; properties are matched in the same way. The objects are inserted
  /// into the store of their models as new models, in one transaction; models with equal unique
  /// values are updated. Values without a counterpart are listed in the result. All objects are in
  /// memory until they are saved. See <doc:ImportingAppleStores>.
  ///
  /// - Parameters:
  ///   - url: The store's file, with its `-wal` file beside it if there is one.
  ///   - skippingMissingFiles: Whether values whose external files are missing become nil; otherwise
  ///     they are errors.
  /// - Returns: The numbers of imported objects, and the values that were left out.
  /// - Throws: ``SwiftDataError/loadIssueModelContainer`` if the file is not a store of Apple's
  ///   framework, ``SwiftDataError/storeIsCorrupt`` if it is damaged or lacks files,
  ///   ``SwiftDataError/modelValidationFailure`` for a value that the model can't have, or another
  ///   ``SwiftDataError``. Nothing is imported then.
  @discardableResult
  public func importAppleStore(at url: URL, skippingMissingFiles: Bool = false) throws
    -> AppleStoreReport
  {
    let file = try AppleStoreFile(url)
    let context = ModelContext(self)
    context.autosaveEnabled = false
    let importer = AppleStoreImporter(
      file, into: context, skipsMissingFiles: skippingMissingFiles)
    let report = try importer.run()
    try context.save()
    return report
  }
}
