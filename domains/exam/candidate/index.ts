export { browserOf, type CheckResult, checkDevice } from './device-check.ts'
export { Check } from './device-check-row.tsx'
export { SafeBrowserHint, showKeys } from './safe-browser.tsx'
export { type BeginPartProps, beginParts, type ExamRowPartProps, examNotes, examRowActs, examRowFacts } from './slots.ts'
