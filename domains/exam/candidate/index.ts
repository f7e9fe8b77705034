export { type BeginPartProps, beginParts, examNotes } from './slots.ts'
