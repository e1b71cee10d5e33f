// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension RowingFile {
  /// Reads a FIT file: each record is a stroke, each lap an interval, each rowing session a workout.
  ///
  /// - Throws: `otherSport` for a file without a rowing session.
  init(_ reader: FITReader) throws(ActivityFileError) {
    format = .fit
    workouts = []
    var records: [FITRecord] = []
    var laps: [FITLap] = []
    var sessions: [FITSession] = []
    var device = RowingDevice()
    var evidence = RowingEvidence()
    var values = 0
    while let event = try reader.next() {
      switch event {
      case .record(let record):
        records.append(record)
        try Self.check(records.count, "records")
        for field in record.developerFields {
          if case .numbers(let numbers) = field.value { values += numbers.count }
        }
        try Self.check(values, "values of force curves", limit: Self.curveValueLimit)
      case .lap(let lap):
        laps.append(lap)
        try Self.check(laps.count, "laps")
      case .session(let session):
        sessions.append(session)
        try Self.check(sessions.count, "sessions")
      case .fileID(let id):
        evidence.add(id)
        device.model = device.model ?? id.productName
        device.serial = device.serial ?? id.serial.map(String.init)
      case .device(let info) where info.index == 0:
        device.model = info.productName ?? device.model
        device.firmware = info.softwareVersion.map { "\($0)" } ?? device.firmware
      case .fieldDescription(let field): evidence.add(field)
      case .sport(let sport): evidence.fitSport = evidence.fitSport ?? sport
      default: break
      }
    }
    evidence.add(program: device.model)
    issues = reader.issues
    let owners = FITSessionOwners(sessions.map { $0.totals.start?.seconds ?? -.infinity })
    addIssues(hasSessions: !sessions.isEmpty, hasRecords: !records.isEmpty)
    if sessions.isEmpty { sessions = [FITSession()] }
    let ownRecords = owners.groups(of: records) { $0.time?.seconds }
    let ownLaps = owners.groups(of: laps) { $0.totals.start?.seconds }
    var otherSports: [String] = []
    for (index, session) in sessions.enumerated() {
      if let sport = evidence.otherSport(session.totals) {
        otherSports.append(sport)
        continue
      }
      var workout = RowingWorkout(session, records: ownRecords[index], laps: ownLaps[index])
      if device != RowingDevice() { workout.device = device }
      workouts.append(workout)
    }
    if workouts.isEmpty { throw RowingEvidence.error(otherSports) }
  }

  /// Adds the issues of a file without sessions or records.
  private mutating func addIssues(hasSessions: Bool, hasRecords: Bool) {
    if !hasSessions {
      issues.add(.missingSummary) {
        ActivityFileIssue(
          .missingSummary, at: .offset(0), reason: "The file has no session",
          repair: "Its totals are computed")
      }
    }
    if !hasRecords {
      issues.add(.noSamples) {
        ActivityFileIssue(
          .noSamples, at: .offset(0), reason: "The file has no record",
          repair: "Its totals are read")
      }
    }
  }
}

/// The sessions of a FIT file by time: a record belongs to the last session of the file that started
/// before it.
private struct FITSessionOwners {
  private let starts: [Double]
  /// The highest index of a session among those that start at most at each start.
  private let indices: [Int]

  init(_ starts: [Double]) {
    let sorted = starts.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    self.starts = sorted.map(\.element)
    var highest = 0
    indices = sorted.map { entry in
      highest = max(highest, entry.offset)
      return highest
    }
  }

  /// Returns the elements of each session, in their order.
  func groups<Element>(of elements: [Element], time: (Element) -> Double?) -> [[Element]] {
    guard starts.count > 1 else { return [elements] }
    var groups = [[Element]](repeating: [], count: starts.count)
    for element in elements { groups[index(at: time(element))].append(element) }
    return groups
  }

  /// Returns the index of the session at a time; the first one's without a time.
  private func index(at time: Double?) -> Int {
    guard let time else { return 0 }
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? indices[low - 1] : 0
  }
}

extension RowingWorkout {
  init(_ session: FITSession, records: [FITRecord], laps: [FITLap]) {
    self.init(format: .fit)
    var totals = session.totals
    totals.replace(with: session.developerFields, message: 18)
    switch ActivitySport(fitSport: totals.sport, subSport: totals.subSport) {
    case .indoorRowing: machine = .rower
    case .rowing: machine = .water
    default: break
    }
    let start = totals.start ?? laps.first?.totals.start ?? records.first?.time
    date = start?.date.map { RowingDate($0) }
    setIntervals(laps, start: start)
    let rests = intervals.filter(\.isRest)
    duration = totals.timerTime ?? totals.elapsedTime
    distance = totals.distance
    if !rests.isEmpty {
      let work = intervals.filter { !$0.isRest }
      duration = work.reduce(0) { $0 + ($1.duration ?? 0) }
      distance = work.reduce(0) { $0 + ($1.distance ?? 0) }
      restDuration = rests.reduce(0) { $0 + ($1.duration ?? 0) }
      restDistance = rests.reduce(0) { $0 + ($1.distance ?? 0) }
    }
    calories = totals.calories
    heartRate = totals.averageHeartRate
    maxHeartRate = totals.maxHeartRate
    strokeRate = totals.averageCadence
    strokeCount = totals.cycles
    power = totals.averagePower
    maxPower = totals.maxPower
    setStrokes(records, start: start)
  }

  private mutating func setIntervals(_ laps: [FITLap], start: FITTime?) {
    guard laps.count > 1 else { return }
    for (index, lap) in laps.enumerated() {
      intervals.append(RowingInterval(lap, index: index, start: start))
    }
  }

  private mutating func setStrokes(_ records: [FITRecord], start: FITTime?) {
    var interval = 0
    strokes = records.map { record in
      var stroke = RowingStroke(record)
      if let start, let time = record.time, stroke.elapsed == nil {
        stroke.elapsed = max(0, time.seconds - start.seconds)
      }
      if let elapsed = stroke.elapsed {
        while interval + 1 < intervals.count, let next = intervals[interval + 1].start,
          next <= elapsed
        {
          interval += 1
        }
      }
      let stated = record.number(of: .interval).flatMap { Int(exactly: $0) }
      stroke.interval = stated ?? interval
      if stroke.interval < intervals.count { stroke.isRest = intervals[stroke.interval].isRest }
      if record.number(of: .workoutState) == 3 { stroke.isRest = true }
      return stroke
    }
    duration = duration ?? strokes.lazy.compactMap(\.elapsed).max()
    distance = distance ?? strokes.lazy.compactMap(\.distance).max()
    if let drag = strokes.lazy.compactMap(\.dragFactor).last { dragFactor = drag }
  }
}

extension FITRecord {
  /// Returns the number of the first developer field for a figure.
  fileprivate func number(of figure: FITStrokeFigure) -> Double? {
    developerFields.first { $0.description.figure == figure }?.number
  }
}

extension RowingInterval {
  fileprivate init(_ lap: FITLap, index: Int, start: FITTime?) {
    self.init(index: index)
    var totals = lap.totals
    totals.replace(with: lap.developerFields, message: 19)
    isRest = lap.intensity == 1
    if let start, let lapStart = totals.start {
      self.start = max(0, lapStart.seconds - start.seconds)
    }
    duration = totals.timerTime ?? totals.elapsedTime
    distance = totals.distance
    power = totals.averagePower
    strokeRate = totals.averageCadence
    strokeCount = totals.cycles
    heartRate = totals.averageHeartRate
    maxHeartRate = totals.maxHeartRate
    calories = totals.calories
    for field in lap.developerFields where field.description.name == "DragFactor" {
      dragFactor = field.number.flatMap { Int(exactly: $0.rounded()) }
    }
  }
}

extension FITTotals {
  /// Replaces totals by the developer fields that stand for them, as from a program that reads the
  /// machine.
  fileprivate mutating func replace(with fields: [FITDeveloperField], message: Int) {
    let isLap = message == 19
    for field in fields where field.description.nativeMessage == message {
      guard let value = field.number, let native = field.description.nativeField else { continue }
      let rate = value > 0 && value < 255 ? Int(value.rounded()) : nil
      switch (native, isLap) {
      case (9, _): distance = value
      case (10, _): cycles = Int(exactly: value.rounded())
      case (11, _): calories = value
      case (15, true), (16, false): averageHeartRate = rate
      case (16, true), (17, false): maxHeartRate = rate
      case (17, true), (18, false): averageCadence = value
      case (19, true), (20, false): averagePower = value
      case (20, true), (21, false): maxPower = value
      default: break
      }
    }
  }
}

extension RowingStroke {
  /// Creates a stroke from a record, with the developer fields of rowing programs.
  init(_ record: FITRecord) {
    self.init()
    timestamp = record.time?.date
    number = record.totalCycles
    distance = record.distance
    speed = record.speed
    if let speed, speed > 0 { pace = 500 / speed }
    strokeRate = record.cadence.flatMap { $0 > 0 ? $0 : nil }
    power = record.power
    heartRate = record.heartRate
    calories = record.calories
    strokeDistance = record.cycleLength
    if let latitude = record.latitude, let longitude = record.longitude {
      position = RowingPosition(latitude: latitude, longitude: longitude)
    }
    var oarlock = RowingOarlock()
    for field in record.developerFields { set(field, &oarlock) }
    if !oarlock.isEmpty { self.oarlock = oarlock }
  }

  private mutating func set(_ field: FITDeveloperField, _ oarlock: inout RowingOarlock) {
    let description = field.description
    if description.figure?.isCurve == true { return setCurve(field) }
    guard let value = field.number else { return }
    if description.nativeMessage == 20, setNative(description.nativeField, value) { return }
    let positive = value > 0 ? value : nil
    var seconds: Double { description.units == "ms" ? value / 1000 : value }
    switch description.figure {
    case .elapsedTime: elapsed = seconds
    case .driveLength: driveLength = positive
    case .driveTime: driveTime = value > 0 ? seconds : nil
    case .recoveryTime: recoveryTime = value > 0 ? seconds : nil
    case .dragFactor: dragFactor = value > 0 && value < 255 ? Int(value.rounded()) : nil
    case .averageForce: averageForce = positive
    case .peakForce: peakForce = positive
    case .averageForceInPounds:
      averageForce = averageForce ?? positive.map { $0 * RowingForceCurve.newtonsPerPound }
    case .peakForceInPounds:
      peakForce = peakForce ?? positive.map { $0 * RowingForceCurve.newtonsPerPound }
    case .work: work = positive
    case .peakForcePosition: peakForcePosition = positive
    case .caloriesPerHour: caloriesPerHour = value
    case .strokeNumber: number = number ?? Int(exactly: value)
    case .strokeDistance: strokeDistance = strokeDistance ?? positive
    case .pace: pace = value > 0 ? seconds : nil
    case .catchAngle: oarlock.catchAngle = value
    case .finishAngle: oarlock.finishAngle = value
    case .slip: oarlock.slip = value
    case .wash: oarlock.wash = value
    case .peakForceAngle: oarlock.peakForceAngle = value
    default: break
    }
  }

  /// Sets a figure that a developer field replaces, as from a program that reads the machine.
  private mutating func setNative(_ field: Int?, _ value: Double) -> Bool {
    switch field {
    case 3: heartRate = value > 0 && value < 255 ? Int(value.rounded()) : nil
    case 4: strokeRate = value > 0 ? value : nil
    case 5: distance = value
    case 6:
      speed = value
      pace = value > 0 ? 500 / value : nil
    case 7: power = value
    default: return false
    }
    return true
  }

  /// Sets or continues the force curve, or its step.
  private mutating func setCurve(_ field: FITDeveloperField) {
    guard field.description.figure != .otherCurve else { return }
    var curve = forceCurve ?? RowingForceCurve(newtons: [])
    switch field.description.figure {
    case .curveTimeStep: curve.spacing = field.number.map { .time($0) } ?? .equal
    case .curveLengthStep: curve.spacing = field.number.map { .length($0) } ?? .equal
    default: curve.newtons += field.numbers
    }
    forceCurve = curve
  }
}
