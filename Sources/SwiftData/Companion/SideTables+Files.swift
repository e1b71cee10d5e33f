// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension SideTables {
  /// The bytes of a file that the column of an attribute with `.externalStorage` names.
  ///
  /// Throws the error of reading the file.
  package func externalFile(_ name: String) throws -> Data { try store.externalFiles.read(name) }
}
