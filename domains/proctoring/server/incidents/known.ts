/** Who may hear of an incident, and of all that its words say. */
import { reachesExam, reachOf } from '@kaopei/exam/server'
import type { Actor, DataScope, Db } from '@kaopei/server'
import { incidentScope } from '../../contract/incidents/incident.ts'
import { everybody } from './incident.service.ts'
import { type Asking, countPeople, findIncident, type IncidentRow, knowsIncident } from './incident.sql.ts'

export const askingOf = (actor: Actor, scope: DataScope): Asking => ({ staffId: actor.staffId, reach: reachOf(actor, scope) })

/** Of an exam within reach, and of somebody in it. */
export async function knownIncident(db: Db, incidentId: string, who: Asking): Promise<IncidentRow | undefined> {
  const found = await findIncident(db, incidentId)
  if (!found || !(await reachesExam(db, who.reach, found.examId))) return undefined
  return (await knowsIncident(db, incidentId, who)) ? found : undefined
}

/** Its report may name anybody in it. */
export async function seesWhole(db: Db, { id, createdBy }: IncidentRow, { staffId, reach: within }: Asking): Promise<boolean> {
  if (createdBy === staffId) return true
  const { all } = await countPeople(db, id, everybody)
  return (await countPeople(db, id, within)).all === all
}

export const hiddenReport = '该事件还涉及您管理范围外的考生，报告请向登记人或管理员查看。'

/** Chosen people are named there. */
export function shownScope({ scopeKind, scopeText, createdBy }: IncidentRow, { staffId, reach: within }: Asking): string {
  const isNaming = scopeKind === incidentScope.people && within.kind !== 'all' && createdBy !== staffId
  return isNaming ? incidentScope.label(scopeKind) : scopeText
}
