import { protocolErrors } from '@kaopei/contract'
import { checkDrawRules, examplePaper, readPaper, writePaper } from '@kaopei/paper/server'
import { showing } from '@kaopei/question/server'
import { type Handlers, implement, mayUse } from '@kaopei/server'
import { storedStatus } from '../../contract/codes.ts'
import { practiceErrors } from '../../contract/errors.ts'
import { practiceManagers } from '../../contract/practice.ts'
import { practicePaper } from '../../contract/practice-paper.ts'
import { countQuestions, lockedPractice, setSources, valuesOf } from './practice.service.ts'
import { findPractice, updatePractice } from './practice.sql.ts'

const handlers: Handlers<typeof practicePaper> = {
  list: async ({ practiceId }, { db, fail }) => {
    const practice = await findPractice(db, practiceId)
    if (!practice) return fail(protocolErrors.notFound)
    return { version: practice.version, ...(await readPaper(db, practice.paperId)) }
  },

  save: async ({ practiceId, version, questions, examinationList }, { db, fail, now, record }) => {
    const practice = await lockedPractice(db, { id: practiceId, version, now })
    if (practice.status !== storedStatus.draft) return fail(practiceErrors.frozen)
    await writePaper(db, { paperId: practice.paperId, fail }, questions)
    if (examinationList) await setSources(db, { practiceId, now, fail }, examinationList)
    const questionCount = await countQuestions(db, practice)
    await updatePractice(db, practiceId, valuesOf(practice), now)
    const before = { questionCount: practice.questionCount }
    record({ targetId: practiceId, targetName: practice.name, before, after: { questionCount } })
    return { version: practice.version + 1, ...(await readPaper(db, practice.paperId)) }
  },

  checkDraw: (rules, { db }) => checkDrawRules(db, rules),

  examplePaper: async ({ practiceId }, { actor, db, fail, now, services }) => {
    const practice = await findPractice(db, practiceId)
    if (!practice) return fail(protocolErrors.notFound)
    const { companyId } = actor
    const isAuthor = practiceManagers.some(({ code }) => mayUse(actor, code))
    const example = await examplePaper(db, {
      ...{ companyId, paperId: practice.paperId, isPinned: practice.status !== storedStatus.draft, now },
      ...{ pictures: showing(services, companyId), keys: { isAuthor, isTold: false } },
    })
    return { name: practice.name, information: practice.information, ...example }
  },
}

export const practicePaperEndpoints = implement(practicePaper, handlers)
