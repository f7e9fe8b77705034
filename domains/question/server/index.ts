import type { Module } from '@kaopei/server'
import { bankEndpoints } from './bank.handlers.ts'
import { categoryEndpoints } from './category.handlers.ts'
import { knowledgePointEndpoints } from './knowledge-point.handlers.ts'
import { logNames } from './log-names.sql.ts'
import { questionEndpoints } from './question.handlers.ts'
import { questionImportEndpoints } from './question-import.handlers.ts'
import { questionImportJob } from './question-import.job.ts'

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
export { type AdmittedQuestion, admittedQuestions, latestReadyVersions, type ReadyVersion } from './draw.sql.ts'
export { insertQuestions, type NewQuestion, orderedIds } from './insert-questions.sql.ts'
export { hiddenKeysOf } from './key-sight.ts'
export { knowledgePointsByIds } from './knowledge-point.sql.ts'
export { pointsByName } from './named-points.sql.ts'
export { contentWithPictures, shownContent } from './pictures.ts'
export { knowledgeToWrite } from './question.service.ts'
export { checkQuestion, type QuestionFault } from './rules/check-question.ts'
export { checksumOf } from './rules/checksum.ts'
export { cleanAnswerHtml } from './rules/clean-answer.ts'
export { cleanHtml } from './rules/clean-html.ts'
export { plainText } from './rules/plain-text.ts'
export { ruleNumbersOf } from './rules/rules-by-value.ts'
export { paperTotal, type ScoreDetail, type ScoredAnswer, scoreAnswer } from './rules/score-answer.ts'
export {
  answerWithPictures,
  type Showing,
  secondsOfSitting,
  showing,
  storedAnswerWithPictures,
  storedWithPictures,
  withPictures,
} from './shown-pictures.ts'
export { questionsOfPoints, standInsOf } from './stand-ins.sql.ts'
export { contentsOf, rulesOf } from './stock.ts'
