export interface CountedTask {
  readonly isRequired: boolean
  /** A whole number; 0 counts for nothing beside others. */
  readonly weight: number
  /** Whole percent of the task itself. */
  readonly percent: number
  /** Done or exempted. */
  readonly isComplete: boolean
}

export interface Progress {
  readonly percent: number
  readonly isComplete: boolean
}

/**
 * How far somebody is: the weighted share of the required tasks, rounded down; of all tasks where none is required. 100 if, and only if,
 * each of them is complete; nothing to do is 0 and never complete.
 */
export function progressOf(tasks: readonly CountedTask[]): Progress {
  const required = tasks.filter((task) => task.isRequired)
  const counted = required.length > 0 ? required : tasks
  if (counted.length === 0) return { percent: 0, isComplete: false }
  if (counted.every((task) => task.isComplete)) return { percent: 100, isComplete: true }
  const weigh = counted.some(({ weight }) => weight > 0) ? (task: CountedTask) => task.weight : () => 1
  const whole = counted.reduce((total, task) => total + weigh(task), 0)
  const done = counted.reduce((total, task) => total + weigh(task) * (task.isComplete ? 100 : Math.min(task.percent, 99)), 0)
  return { percent: Math.min(99, Math.floor(done / whole)), isComplete: false }
}
