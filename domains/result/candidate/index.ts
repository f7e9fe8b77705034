export { type ResultPartProps, resultParts } from './slots.ts'
