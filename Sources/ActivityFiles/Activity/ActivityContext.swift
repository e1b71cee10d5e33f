// Cairn
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Converts the events of each format into common events.
struct ActivityContext {
  private var isSegmentOpen = false
  private var isPaused = false
  private var tracksInLap = 0
  private var metadataName: String?
  private var deviceName: String?
  private var totals = ActivityLap()
  private var weather: ActivityWeather?
  /// Whether Cairn wrote the FIT file, in which the sport's name is that of the activity.
  private var isOwnFile = false
  private var activityName: String?

  private mutating func add(_ sample: ActivitySample, to events: inout [ActivityEvent]) {
    if !isSegmentOpen {
      events.append(.segmentBegan)
      isSegmentOpen = true
    }
    events.append(.sample(sample))
  }

  // MARK: GPX

  mutating func add(_ event: GPXEvent, to events: inout [ActivityEvent]) {
    switch event {
    case .segmentBegan: isSegmentOpen = false
    case .metadata(let metadata): metadataName = metadata.name
    case .trackPoint(let point):
      var sample = ActivitySample()
      sample.time = point.time
      sample.latitude = point.latitude
      sample.longitude = point.longitude
      sample.altitude = point.elevation
      sample.speed = point.speed
      sample.course = point.course
      sample.heartRate = point.heartRate
      sample.cadence = point.cadence
      sample.power = point.power
      sample.temperature = point.temperature
      sample.positionAccuracy = point.horizontalAccuracy
      add(sample, to: &events)
    case .trackEnded(let info):
      var summary = ActivitySummary()
      summary.name = info.name ?? metadataName
      summary.notes = info.desc
      events.append(.summary(summary))
    default: break
    }
  }

  // MARK: TCX

  mutating func add(_ event: TCXEvent, to events: inout [ActivityEvent]) {
    switch event {
    case .activityBegan:
      isSegmentOpen = false
      totals = ActivityLap()
    case .lapBegan: tracksInLap = 0
    case .trackBegan:
      // Each lap has a track of its own; another one in the same lap follows a pause.
      if tracksInLap > 0 { isSegmentOpen = false }
      tracksInLap += 1
    case .trackpoint(let point):
      var sample = ActivitySample()
      sample.time = point.time
      sample.latitude = point.latitude
      sample.longitude = point.longitude
      sample.altitude = point.altitude
      sample.distance = point.distance
      sample.speed = point.speed
      sample.heartRate = point.heartRate
      sample.cadence = point.cadence ?? point.runCadence
      sample.power = point.power
      sample.temperature = point.temperature
      add(sample, to: &events)
    case .lapEnded(let lap):
      let common = ActivityLap(lap)
      totals.add(common)
      events.append(.lap(common))
    case .activityEnded(let activity):
      var summary = ActivitySummary()
      summary.totals = totals
      summary.sport = ActivitySport(tcxSport: activity.sport)
      summary.notes = activity.notes
      summary.device = activity.device
      events.append(.summary(summary))
    case .trackEnded: break
    }
  }

  // MARK: FIT

  mutating func add(_ event: FITEvent, to events: inout [ActivityEvent]) {
    switch event {
    case .fileBegan:
      isSegmentOpen = false
      weather = nil
      isOwnFile = false
      activityName = nil
    case .fileID(let id): isOwnFile = id.productName == "Cairn"
    case .sport(let sport) where isOwnFile: activityName = sport.name
    case .event(let event):
      if event.stopsTimer { isPaused = true }
      if event.startsTimer, isPaused {
        isPaused = false
        isSegmentOpen = false
      }
    case .record(let record): add(ActivitySample(record), to: &events)
    case .lap(let lap):
      var common = ActivityLap(lap.totals)
      common.isRest = lap.intensity == 1
      events.append(.lap(common))
    case .device(let device) where device.index == 0:
      deviceName = device.productName ?? deviceName
    case .session(let session):
      var summary = ActivitySummary()
      summary.totals = ActivityLap(session.totals)
      summary.sport = ActivitySport(
        fitSport: session.totals.sport, subSport: session.totals.subSport)
      summary.device = deviceName
      summary.weather = weather
      summary.name = activityName
      events.append(.summary(summary))
    case .other(let message): weather = weather ?? ActivityWeather(message)
    default: break
    }
  }

  // MARK: CSV

  mutating func add(_ event: RowingCSVEvent, to events: inout [ActivityEvent]) {
    switch event {
    case .began: break
    case .stroke(let stroke): add(ActivitySample(stroke), to: &events)
    case .interval(let interval):
      events.append(.lap(ActivityLap(interval)))
    case .workout(let workout):
      isSegmentOpen = false
      events.append(.summary(ActivitySummary(workout, start: workout.start(in: .gmt))))
    }
  }
}

extension ActivityLap {
  init(_ lap: TCXLap) {
    self.init()
    start = lap.start
    elapsedTime = lap.duration
    timerTime = lap.duration
    distance = lap.distance
    isRest = lap.intensity == "Resting"
    calories = lap.calories
    averageHeartRate = lap.averageHeartRate
    maxHeartRate = lap.maxHeartRate
    averageCadence = lap.cadence
    averagePower = lap.averagePower
    maxPower = lap.maxPower
  }

  init(_ totals: FITTotals) {
    self.init()
    start = totals.start?.date
    elapsedTime = totals.elapsedTime
    timerTime = totals.timerTime
    distance = totals.distance
    calories = totals.calories
    averageHeartRate = totals.averageHeartRate.map(Double.init)
    maxHeartRate = totals.maxHeartRate.map(Double.init)
    averageCadence = totals.averageCadence
    averagePower = totals.averagePower
    maxPower = totals.maxPower
    cycles = totals.cycles
    ascent = totals.ascent
    descent = totals.descent
    averageTemperature = totals.averageTemperature
    minTemperature = totals.minTemperature
    maxTemperature = totals.maxTemperature
  }

  init(_ interval: RowingInterval) {
    self.init()
    elapsedTime = interval.duration
    timerTime = interval.duration
    distance = interval.distance
    isRest = interval.isRest
    calories = interval.calories
    averageHeartRate = interval.heartRate.map(Double.init)
    maxHeartRate = interval.maxHeartRate.map(Double.init)
    averageCadence = interval.strokeRate
    averagePower = interval.power
    cycles = interval.strokeCount
  }

  /// Adds the sums of a lap.
  fileprivate mutating func add(_ lap: ActivityLap) {
    func sum(_ first: Double?, _ second: Double?) -> Double? {
      first == nil && second == nil ? nil : (first ?? 0) + (second ?? 0)
    }
    start = start ?? lap.start
    elapsedTime = sum(elapsedTime, lap.elapsedTime)
    timerTime = sum(timerTime, lap.timerTime)
    distance = sum(distance, lap.distance)
    calories = sum(calories, lap.calories)
    maxHeartRate = [maxHeartRate, lap.maxHeartRate].compactMap(\.self).max()
  }
}

extension ActivitySummary {
  init(_ workout: RowingWorkout, start: Date?) {
    self.init()
    totals.start = start
    totals.timerTime = workout.duration.map { $0 + (workout.restDuration ?? 0) }
    totals.elapsedTime = totals.timerTime
    totals.distance = workout.distance.map { $0 + (workout.restDistance ?? 0) }
    totals.calories = workout.calories
    totals.averageHeartRate = workout.heartRate.map(Double.init)
    totals.maxHeartRate = workout.maxHeartRate.map(Double.init)
    totals.averagePower = workout.power
    totals.maxPower = workout.maxPower
    totals.averageCadence = workout.strokeRate
    totals.cycles = workout.strokeCount
    sport = workout.machine == .water ? .rowing : .indoorRowing
    name = workout.title
    notes = workout.comments
    device = workout.device?.model
  }
}

extension ActivitySample {
  init(_ record: FITRecord) {
    self.init()
    time = record.time?.date
    latitude = record.latitude
    longitude = record.longitude
    altitude = record.altitude
    distance = record.distance
    speed = record.speed
    heartRate = record.heartRate.map(Double.init)
    cadence = record.cadence
    power = record.power
    temperature = record.temperature
    positionAccuracy = record.positionAccuracy
  }

  init(_ stroke: RowingStroke) {
    self.init()
    time = stroke.timestamp
    latitude = stroke.position?.latitude
    longitude = stroke.position?.longitude
    distance = stroke.distance
    speed = stroke.speed
    heartRate = stroke.heartRate.map(Double.init)
    cadence = stroke.strokeRate
    power = stroke.power
    self.stroke = stroke
  }
}
