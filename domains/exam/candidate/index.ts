export { type CheckResult, browserOf, checkDevice } from './device-check.ts'
export { Check } from './device-check-row.tsx'
export { type BeginPartProps, beginParts, type ExamRowPartProps, examNotes, examRowActs, examRowFacts } from './slots.ts'
