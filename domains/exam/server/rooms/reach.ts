/** Whom somebody reaches on the day of an exam: organisers by their data scope, everybody else where they invigilate. */
import { scopedStaff } from '@kaopei/org/server'
import { type Actor, type DataScope, type Db, dataScopeShape, noScope } from '@kaopei/server'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { examManage } from '../../contract/menus.ts'
import { invigilates, isAssigned, staffWithin } from './reach.sql.ts'

const assignedShape = z.object({ kind: z.literal('assigned'), staffId: z.string() })
export const reachShape = z.union([dataScopeShape, assignedShape])

/** `assigned`: rooms and exams that this person invigilates, whoever sits there. */
export type Reach = DataScope | { readonly kind: 'assigned'; readonly staffId: string }

export function reachOf(actor: Pick<Actor, 'staffId' | 'rights'>, scope: DataScope): Reach {
  const isOrganiser = actor.rights.has(examManage.rights.view.code)
  return isOrganiser ? scope : { kind: 'assigned', staffId: actor.staffId }
}

interface Whom {
  readonly examId: RawBuilder<unknown>
  readonly staffId: RawBuilder<unknown>
}

/** Whether a candidate of an exam is within reach. */
export function inReach(db: Db, reach: Reach, whom: Whom): RawBuilder<unknown> {
  return reach.kind === 'assigned'
    ? isAssigned(db, reach.staffId, whom)
    : staffWithin(whom, reach.kind === 'all' ? null : scopedStaff(db, reach))
}

/** Whether an exam may be opened at all: organisers open each, and find their people in it. */
export async function reachesExam(db: Db, reach: Reach, examId: string): Promise<boolean> {
  return reach.kind !== 'assigned' || (await invigilates(db, examId, reach.staffId))
}

/** For what asks for a data scope about people whose reach has been looked at. */
export const scopeWithin = (reach: Reach): DataScope => (reach.kind === 'assigned' ? { kind: 'all' } : reach)

/** For searches: whoever is assigned searches no contacts. */
export const searchScope = (reach: Reach): DataScope => (reach.kind === 'assigned' ? noScope : reach)
