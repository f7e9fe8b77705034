/** From one state of a project to the next, as `contract/status.ts` allows. */
import { protocolErrors } from '@kaopei/contract'
import { type Db, type Fail, ProtocolFailure } from '@kaopei/server'
import { projectStatus } from '../../contract/codes.ts'
import { projectErrors } from '../../contract/errors.ts'
import { statusAfter, type Transition } from '../../contract/status.ts'
import { lockProject, type Project, updateStatus } from './project.sql.ts'

const acts: Readonly<Record<Transition, string>> = { upShelf: '上架', offShelf: '下架', end: '结束', archive: '归档' }

interface Moving {
  readonly projectId: string
  readonly transition: Transition
  /** Null: the clock. */
  readonly actorId: string | null
  readonly now: Date
}

/** The project as it was, locked; its status is the next one from then on. */
export async function transit(
  db: Db,
  { projectId, transition, actorId, now }: Moving,
  fail: Fail<(typeof projectErrors)['wrongState']>,
): Promise<{ readonly before: Project; readonly status: number }> {
  const before = await lockProject(db, projectId)
  if (!before) throw new ProtocolFailure(protocolErrors.notFound)
  const status = statusAfter(before.status, transition)
  if (status === undefined) {
    const text = `项目“${before.name}”${projectStatus.label(before.status)}，不能${acts[transition]}`
    return fail(projectErrors.wrongState, { text, data: { status: before.status } })
  }
  await updateStatus(db, projectId, { status, actorId, now })
  return { before, status }
}
