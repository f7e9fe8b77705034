export { type Audience, type AudienceKind, type AudiencePageRow, type AudienceTables, audiencesIn } from './audience.sql.ts'
export { areTheirs, peopleOfAudiences, peopleOfTargets, type Targets, uniqueTargets } from './audience-people.sql.ts'
export { followMarks } from './follow-marks.ts'
export { namedRows } from './named-rows.ts'
export { findTask, movedTask, placed, withoutTasks } from './outline-changes.ts'
export {
  countChosen,
  eligibleOf,
  type People,
  peopleNamed,
  peopleOfSelection,
  seenAmong,
  withHashJoins,
} from './people.sql.ts'
export { keyOfTarget, type TaskKindFacts, type TaskTarget, taskKindsOf } from './task-kinds.ts'
