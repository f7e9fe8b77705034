import type { Module } from '@kaopei/server'
import { learnEndpoints } from './answering/learn.handlers.ts'
import { linkEndpoints } from './answering/link.handlers.ts'
import { settleSweep, unopenedSweep } from './answering/settle.ts'
import { answered } from './events.ts'
import { peopleEndpoints } from './people/people.handlers.ts'
import { questionnaireEndpoints } from './questionnaires/questionnaire.handlers.ts'
import { logNames } from './questionnaires/questionnaire.sql.ts'
import { exportSheetsJob } from './results/export.job.ts'
import { rateJob } from './results/rate.job.ts'
import { resultEndpoints } from './results/results.handlers.ts'

export { answeredBy, type QuestionnaireCard, questionnaireCards } from './doors.sql.ts'
export { answered } from './events.ts'
export { admitToQuestionnaire } from './people/people.sql.ts'
export { followQuestionnaires } from './questionnaires/questionnaire.sql.ts'
export { statusAt } from './rules/status-at.ts'

export const questionnaireModule: Module = {
  logNames,
  endpoints: [...questionnaireEndpoints, ...peopleEndpoints, ...learnEndpoints, ...linkEndpoints, ...resultEndpoints],
  jobs: [exportSheetsJob.job, rateJob],
  events: [answered],
  sweeps: [settleSweep, unopenedSweep],
}
