/** What the candidate's client puts beside other rooms' pages; the recording itself is loaded where something is recorded. */
export { CapturePart } from './capture-part.tsx'
export { PreparationPart } from './preparation-part.tsx'
export { TrialAct, TrialFact } from './rehearsal/row-parts.tsx'
export { sendWhatIsLeft } from './send-left.ts'
export { ResultPart } from './verdicts/result-part.tsx'
export { VerdictNote } from './verdicts/verdict-note.tsx'
