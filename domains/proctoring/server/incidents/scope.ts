/** What was chosen as the scope of an incident, checked and in words. */
import type { Reach } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { type IncidentReach, type IncidentScope, incidentScope } from '../../contract/incidents/incident.ts'
import { selectDepartmentNames, selectNames, selectReached, selectRooms } from './scope.sql.ts'

export interface ChosenScope {
  readonly kind: IncidentScope
  readonly values: readonly string[]
  readonly text: string
}

const mostNamed = 10

/** Undefined where something of it is not of this exam, or nothing was chosen. */
export async function chosenScope(db: Db, input: IncidentReach, scope: Reach): Promise<ChosenScope | undefined> {
  const { scopeKind: kind, examId, addresses } = input
  if (kind === incidentScope.everybody) return { kind, values: [], text: '全部考生' }
  if (kind === incidentScope.addresses)
    return addresses.length === 0 ? undefined : { kind, values: addresses, text: `IP 地址段 ${addresses.join('、')}` }
  const given =
    kind === incidentScope.rooms ? input.roomIds : kind === incidentScope.departments ? input.departmentIds : input.staffIds
  const values = [...new Set(given)]
  const names = await namesOf(db, { kind, values, examId, scope })
  if (values.length === 0 || names.length < values.length) return undefined
  const shown = names.slice(0, mostNamed).join('、')
  return {
    kind,
    values,
    text: `${incidentScope.label(kind)} ${shown}${names.length > mostNamed ? ` 等 ${names.length} 个` : ''}`,
  }
}

async function namesOf(
  db: Db,
  { kind, values, examId, scope }: { kind: IncidentScope; values: readonly string[]; examId: string; scope: Reach },
): Promise<string[]> {
  const those = new Set(values)
  if (kind === incidentScope.rooms)
    return (await selectRooms(db, { examId, scope })).filter(({ id }) => those.has(id)).map(({ name }) => name)
  if (kind === incidentScope.departments) return (await selectDepartmentNames(db, values)).map(({ name }) => name)
  const seen = new Set(await selectReached(db, { examId, kind, values, scope, butStaffId: null }))
  return (await selectNames(db, examId, values)).filter(({ staffId }) => seen.has(staffId)).map(({ name }) => name)
}
