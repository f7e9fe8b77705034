/** Ends projects whose time is over. Several workers at once do no harm: each project is locked and looked at once more. */
import { id } from '@kaopei/contract'
import { type Db, databaseNow, inTransaction, type RawServices, rowsOf, type Sweep, Troubles } from '@kaopei/server'
import { z } from 'zod'
import { projectStatus } from '../../contract/codes.ts'
import { isRunning } from '../../contract/status.ts'
import { freeLecturers } from '../sessions/lecturer.ts'
import { lockProject, updateStatus } from './project.sql.ts'

const dueRow = z.object({ companyId: id, id })

/** `db` is in no company. */
const selectOver = (db: Db, now: Date) =>
  rowsOf(db, dueRow)`select d.company_id as "companyId", d.project_id as id from training.projects_to_end(${now}) d`

const troubles = new Troubles('training-end')

export const endSweep: Sweep = {
  name: 'training-end',
  everySeconds: 60,
  run: (services) => endByClock(services, databaseNow()),
}

export async function endByClock(services: Pick<RawServices, 'pool' | 'log'>, now: Date): Promise<void> {
  const over = await inTransaction(services.pool, undefined, (db) => selectOver(db, now))
  await troubles.each(services, over, (db, { id: projectId }) => endOne(db, projectId, now))
}

async function endOne(db: Db, projectId: string, now: Date): Promise<void> {
  const project = await lockProject(db, projectId)
  if (!project || !isRunning(project.status) || project.endTime === null || project.endTime > now) return
  await updateStatus(db, projectId, { status: projectStatus.ended, actorId: null, now })
  await freeLecturers(db, { projectId }, { reason: '培训项目已结束', by: null })
}
