export { keyOfTarget, type TaskKindFacts, type TaskTarget, taskKindsOf } from './task-kinds.ts'
