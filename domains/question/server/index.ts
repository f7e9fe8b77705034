import type { Module } from '@kaopei/server'
import { bankEndpoints } from './banks/bank.handlers.ts'
import { categoryEndpoints } from './banks/category.handlers.ts'
import { questionImportEndpoints } from './importing/handlers.ts'
import { questionImportJob } from './importing/job.ts'
import { logNames } from './log-names.sql.ts'
import { knowledgePointEndpoints } from './points/knowledge-point.handlers.ts'
import { questionEndpoints } from './question.handlers.ts'

export const questionModule: Module = {
  logNames,
  endpoints: [
    ...bankEndpoints,
    ...categoryEndpoints,
    ...knowledgePointEndpoints,
    ...questionEndpoints,
    ...questionImportEndpoints,
  ],
  jobs: [questionImportJob.job],
}

export { sampleQuestions, writeSampleWorkbook } from '../sample/sample-workbook.ts'
export {
  difficultiesOfQuestions,
  offeredQuestions,
  pointsOfQuestions,
  type QuestionCard,
  questionCards,
  questionsKeptBy,
  questionsOfType,
  typesOfQuestions,
} from './cards.sql.ts'
export { type AdmittedQuestion, admittedQuestions, latestReadyVersions, type ReadyVersion } from './drawing/draw.sql.ts'
export { unknownInFilters } from './drawing/known-filter.ts'
export { questionsOfPoints, standInsOf } from './drawing/stand-ins.sql.ts'
export { contentsOf, rulesOf } from './drawing/stock.ts'
export { insertQuestions, type NewQuestion, orderedIds } from './insert-questions.sql.ts'
export { hiddenKeysOf } from './key-sight.ts'
export { contentWithPictures, shownContent } from './pictures/pictures.ts'
export {
  answerWithPictures,
  type Showing,
  secondsOfSitting,
  showing,
  storedAnswerWithPictures,
  storedWithPictures,
  withPictures,
} from './pictures/shown-pictures.ts'
export { knowledgePointsByIds } from './points/knowledge-point.sql.ts'
export { pointsByName } from './points/named-points.sql.ts'
export { knowledgeToWrite } from './question.service.ts'
export { checkQuestion, type QuestionFault } from './rules/content/check-question.ts'
export { checksumOf } from './rules/content/checksum.ts'
export { cleanHtml } from './rules/content/clean-html.ts'
export { plainText } from './rules/content/plain-text.ts'
export { cleanAnswerHtml } from './rules/scoring/clean-answer.ts'
export { ruleNumbersOf } from './rules/scoring/rules-by-value.ts'
export { paperTotal, type ScoreDetail, type ScoredAnswer, scoreAnswer } from './rules/scoring/score-answer.ts'
export { type IsPinned, letExamsUse, letPapersPin, type QuestionUse, type UsesInExams } from './uses.ts'
