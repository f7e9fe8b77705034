/** Exams to arrange, for the tests of rooms above. */
export {
  arrangeDraft,
  arrangeOrganisation,
  arrangeReadyQuestions,
  arrangeStaff,
  fixed,
  hours,
  type Organisation,
  type ReadyQuestion,
  singles,
} from './exam-arrange.ts'
export { type ArrangedExam, arrangeExam, startExam } from './sitting-arrange.ts'
