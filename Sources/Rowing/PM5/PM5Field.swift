// Cairn
// SPDX-License-Identifier: Apache-2.0

/// A value of a monitor's message, by the name that `decode` prints.
package enum PM5Field: String, Sendable, Hashable, CaseIterable {
  // Every message with a time, and those with a distance.
  case elapsed = "elapsed_s"
  case distance = "distance_m"
  // 0031
  case workoutType = "workout_type"
  case intervalType = "interval_type"
  case workoutState = "workout_state"
  case rowingState = "rowing_state"
  case strokeState = "stroke_state"
  case totalWorkDistance = "total_work_distance_m"
  case workoutDuration = "workout_duration"
  case workoutDurationType = "workout_duration_type"
  case dragFactor = "drag_factor"
  // 0032
  case speed = "speed_mps"
  case strokeRate = "stroke_rate"
  case heartRate = "heart_rate"
  case currentPace = "current_pace_s"
  case averagePace = "average_pace_s"
  case restDistance = "rest_distance_m"
  case restTime = "rest_time_s"
  case machineType = "erg_machine_type"
  // 0033
  case intervalCount = "interval_count"
  case averagePower = "average_power_w"
  case totalCalories = "total_calories"
  case splitAveragePace = "split_avg_pace_s"
  case splitAveragePower = "split_avg_power_w"
  case splitAverageCalories = "split_avg_calories"
  case lastSplitTime = "last_split_time_raw"
  case lastSplitDistance = "last_split_distance_m"
  // 0035
  case driveLength = "drive_length_m"
  case driveTime = "drive_time_s"
  case recoveryTime = "recovery_time_s"
  case strokeDistance = "stroke_distance_m"
  case peakForce = "peak_force_lbf"
  case averageForce = "average_force_lbf"
  case workPerStroke = "work_per_stroke_j"
  case strokeCount = "stroke_count"
  // 0036
  case strokePower = "stroke_power_w"
  case strokeCalories = "stroke_calories_per_h"
  case projectedTime = "projected_time_s"
  case projectedDistance = "projected_distance_m"
  case projectedOther = "projected_other"
  // 0037
  case splitTime = "split_time_s"
  case splitDistance = "split_distance_m"
  case splitType = "split_type"
  case splitNumber = "split_number"
  // 0038
  case splitStrokeRate = "split_avg_stroke_rate"
  case workHeartRate = "work_heart_rate"
  case restHeartRate = "rest_heart_rate"
  case splitCalories = "split_total_calories"
  case splitCaloriesPerHour = "split_avg_calories_per_h"
  case splitSpeed = "split_speed_mps"
  case splitDrag = "split_avg_drag_factor"
  // 0039
  case logDate = "log_date"
  case logTime = "log_time"
  case averageStrokeRate = "avg_stroke_rate"
  case endingHeartRate = "ending_hr"
  case averageHeartRate = "avg_hr"
  case minimumHeartRate = "min_hr"
  case maximumHeartRate = "max_hr"
  case averageDrag = "drag_factor_avg"
  case recoveryHeartRate = "recovery_hr"
  case summaryPace = "avg_pace_s"
  // 003A
  case splitSize = "split_size"
  case splitCount = "split_count"
  case watts = "watts"
  case totalRestDistance = "total_rest_distance_m"
  case intervalRestTime = "interval_rest_time_s"
  case averageCalories = "avg_calories_per_h"
  // 003B
  case beltManufacturer = "belt_manufacturer"
  case beltType = "belt_type"
  case beltID = "belt_id"
  // 003C
  case gameAndVerified = "game_id_verified"
  case gameScore = "game_score"
  // 003D
  case notifications = "total_notifications"
  case words = "words_in_this"
  case sequence = "sequence"
  case samples = "samples_lbf"
  // 003E
  case operationalState = "operational_state"
  case verificationState = "verification_state"
  case screenNumber = "screen_number"
  case lastError = "last_error"
  case calibration = "calibration"
  case gameID = "game_id"
  // 003F
  case hashLow = "hash_low"
  case hashHigh = "hash_high"
  case logAddress = "log_address"
  case logSize = "log_size"
}

/// The position of a field in a message.
struct PM5FieldLayout: Sendable {
  /// The form of a value.
  enum Form: Sendable, Hashable {
    /// An integer divided by a power of ten.
    case number(divisor: Double)
    /// Month, day and year in 16 bits.
    case date
    /// Hour and minute in 16 bits.
    case time
  }

  let field: PM5Field
  /// The number of bytes, least significant first.
  let size: Int
  let form: Form
  /// The integer that stands for an unknown value.
  let unknown: UInt32?

  init(_ field: PM5Field, _ size: Int, _ divisor: Double = 1, unknown: UInt32? = nil) {
    self.field = field
    self.size = size
    self.form = .number(divisor: divisor)
    self.unknown = unknown
  }

  init(_ field: PM5Field, form: Form) {
    self.field = field
    self.size = 2
    self.form = form
    self.unknown = nil
  }
}
