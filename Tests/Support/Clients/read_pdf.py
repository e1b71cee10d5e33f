# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Prints the text of each page of a PDF file as a JSON array."""

import json
import sys

import pypdf

print(json.dumps([page.extract_text() for page in pypdf.PdfReader(sys.argv[1]).pages]))
