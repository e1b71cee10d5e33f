# Cairn
# SPDX-License-Identifier: Apache-2.0
"""Prints the content of the barcode in each image (PGM) of a folder, by name."""

import pathlib
import sys

import zxingcpp

for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    header, pixels = path.read_bytes().split(b"\n", 1)
    width, height = (int(number) for number in header.split()[1:3])
    image = memoryview(pixels).cast("B", shape=[height, width])
    codes = zxingcpp.read_barcodes(image)
    print(codes[0].text if len(codes) == 1 else f"{len(codes)} codes in {path.name}")
