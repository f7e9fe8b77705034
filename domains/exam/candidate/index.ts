/** What the candidate's client does of the exam beside its pages. */
export { watchPapers } from './kept-paper.ts'
