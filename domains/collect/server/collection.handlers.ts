import { protocolErrors } from '@kaopei/contract'
import { type Context, type Handlers, ProtocolFailure } from '@kaopei/server'
import type { outerCollection } from '../contract/collection.ts'
import { allOuterFields, collectionOf, loggedCollection as logged, shownCollection } from './collection.service.ts'
import { saveCollection } from './collection.sql.ts'
import { examExists } from './known-exams.ts'
import { listProblem } from './rules/list-problem.ts'

interface Wish {
  readonly examId: string | null
  readonly requirement: readonly string[]
  readonly optional: readonly string[]
  readonly version: number
}

type Save = Context<(typeof outerCollection)['saveDefaultCollection']> | Context<(typeof outerCollection)['saveExamCollection']>

async function save({ db, actor, now, fail }: Save, { examId, requirement, optional, version }: Wish) {
  const { staffId: by } = actor
  const problem = listProblem(await allOuterFields(db), { required: requirement, optional })
  if (problem) fail(problem)
  const before = await collectionOf(db, examId)
  const isSaved = await saveCollection(db, { examId, required: requirement, optional, version, by, now })
  const after = await collectionOf(db, examId)
  if (!isSaved) throw new ProtocolFailure(protocolErrors.changed, { data: shownCollection(after) })
  return { before, after }
}

export const collectionHandlers: Handlers<typeof outerCollection> = {
  getDefaultCollection: async (_input, { db }) => shownCollection(await collectionOf(db, null)),

  getExamCollection: async ({ id }, { db, fail }) => {
    if (!(await examExists(db, id))) return fail(protocolErrors.notFound)
    return shownCollection(await collectionOf(db, id))
  },

  saveDefaultCollection: async (input, context) => {
    const { before, after } = await save(context, { ...input, examId: null })
    context.record({ targetName: '默认收集信息', before: logged(before), after: logged(after) })
    return shownCollection(after)
  },

  saveExamCollection: async ({ id, ...input }, context) => {
    const { db, fail, record } = context
    if (!(await examExists(db, id))) return fail(protocolErrors.notFound)
    const { before, after } = await save(context, { ...input, examId: id })
    record({ targetId: id, targetName: '考试收集信息', before: logged(before), after: logged(after) })
    return shownCollection(after)
  },
}
