/** The outline as organisers see it, with what its tasks lead to. */
import { protocolErrors } from '@kaopei/contract'
import { showPictures } from '@kaopei/files/server'
import { keyOfTarget } from '@kaopei/learning/server'
import { type Actor, type Db, ProtocolFailure, type Services } from '@kaopei/server'
import { materialContent } from '../../contract/outline.ts'
import { isChangeable } from '../../contract/status.ts'
import { findProjectTaskKind, refusalOf, targetsOf } from '../task-kinds.ts'
import { type Outline, outlineOf, type Stage, type TaskRow } from './outline.sql.ts'
import { selectSessions } from './sessions-of.sql.ts'

export type Reading = { readonly actor: Actor; readonly db: Db; readonly services: Services }

export async function someOutline(db: Db, projectId: string): Promise<Outline> {
  const outline = await outlineOf(db, projectId)
  if (!outline) throw new ProtocolFailure(protocolErrors.notFound)
  return outline
}

export const factsOf = ({ projectId, name, status, outlineVersion, unlockOrder }: Outline) => ({
  ...{ projectId, name, status, outlineVersion, unlockOrder },
  isFixed: !isChangeable(status),
})

export function stageFacts({ opensAt, endsAt, tasks: _tasks, ...stage }: Stage) {
  return { ...stage, opensTime: opensAt, endsTime: endsAt }
}

export async function shownTasks({ actor, db, services }: Reading, projectId: string, tasks: readonly TaskRow[]) {
  const targets = await targetsOf(db, tasks)
  const sessions = new Map((await selectSessions(db, projectId)).map(({ taskId, ...session }) => [taskId, session]))
  const { companyId, staffId: holderId } = actor
  return tasks.map((task) => {
    const { dueAt, content, ...row } = task
    const material = materialContent.safeParse(content).data
    const html = showPictures(services, { companyId, holderId }, material?.html ?? '')
    return {
      ...row,
      kindLabel: findProjectTaskKind(task.kind)?.label ?? task.kind,
      dueTime: dueAt,
      content: material ? { ...material, html } : null,
      session: sessions.get(task.id) ?? null,
      targetName: task.targetId === null ? null : (targets.get(keyOfTarget(task.kind, task.targetId))?.title ?? null),
      refusal: refusalOf(task, targets),
    }
  })
}
