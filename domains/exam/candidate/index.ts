export { type BeginPartProps, beginParts } from './slots.ts'
