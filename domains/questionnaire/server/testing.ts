/** Questionnaires to arrange, for the tests of rooms above. */
export { asked, choose, single } from '../contract/rules/made.ts'
export { answerAnonymously, newSecret, publishedQuestionnaire } from './questionnaire-arrange.ts'
