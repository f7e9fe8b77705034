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

export interface CountedGroup {
  /** A whole number; 0 counts for nothing beside others. */
  readonly weight: number
  readonly tasks: readonly CountedTask[]
}

/**
 * How far somebody is in a project: Σ weight × percent of its stages, rounded down. Where anything is required, only what is required counts, and stages
 * without any of it count for nothing. 100 if, and only if, all that counts in every stage is complete.
 */
export function projectProgressOf(stages: readonly CountedGroup[]): Progress {
  const hasRequired = stages.some(({ tasks }) => tasks.some(({ isRequired }) => isRequired))
  const counted = stages
    .map(({ weight, tasks }) => ({ weight, tasks: hasRequired ? tasks.filter(({ isRequired }) => isRequired) : tasks }))
    .filter(({ tasks }) => tasks.length > 0)
  if (counted.length === 0) return { percent: 0, isComplete: false }
  const parts = counted.map(({ weight, tasks }) => ({ weight, ...progressOf(tasks) }))
  if (parts.every(({ isComplete }) => isComplete)) return { percent: 100, isComplete: true }
  const isAlike = parts.every(({ weight }) => weight === 0)
  const weigh = ({ weight }: { readonly weight: number }) => (isAlike ? 1 : weight)
  const whole = parts.reduce((total, part) => total + weigh(part), 0)
  const done = parts.reduce((total, part) => total + weigh(part) * part.percent, 0)
  return { percent: Math.min(99, Math.floor(done / whole)), isComplete: false }
}
