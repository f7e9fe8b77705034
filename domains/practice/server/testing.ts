/** Practices to arrange, for the tests of rooms above. */
export { answerAll, arrangePractice, choices, learnerOf } from './practice-arrange.ts'
