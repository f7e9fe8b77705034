/** Exams to arrange, for the tests of rooms above. */
export {
  arrangeDraft,
  arrangeOrganisation,
  arrangeReadyQuestions,
  arrangeStaff,
  type Organisation,
  type ReadyQuestion,
} from './exam-arrange.ts'
export { type ArrangedExam, arrangeExam, startExam } from './sitting-arrange.ts'
