import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { teacherLevel, teacherOrigin } from '../contract/codes.ts'
import { hasLeft } from './sight.sql.ts'

const cardRow = z.object({
  id,
  name: z.string(),
  staffId: id.nullable(),
  level: teacherLevel.schema,
  origin: teacherOrigin.schema,
  isEnabled: z.boolean(),
  /** Or, an employee, with the company no more. */
  isRemoved: z.boolean(),
})
export type InstructorCard = z.output<typeof cardRow>

/** These, removed ones too; ids of nobody in the company are left out. */
export function instructorCards(db: Db, ids: readonly string[]): Promise<InstructorCard[]> {
  return rowsOf(db, cardRow)`
    select c.id, c.name, c.staff_id as "staffId", c.level, c.origin, c.is_enabled as "isEnabled", c.is_removed as "isRemoved"
    from instructor.card c
    where c.company_id = ${db.companyId} and c.id = any (${ids}::uuid[])`
}

const heldRow = z.object({ id, name: z.string(), isEnabled: z.boolean(), hasLeft: z.boolean() })

/** Living ones; held until the transaction ends. */
export function lockInstructor(db: Db, instructorId: string) {
  return findOne(db, heldRow)`
    select i.id, coalesce(p.name, i.name) as name, i.is_enabled as "isEnabled", ${hasLeft} as "hasLeft"
    from instructor.instructor i
    left join org.person p on p.company_id = i.company_id and p.id = i.staff_id
    where i.company_id = ${db.companyId} and i.id = ${instructorId} and i.removed_at is null
    for update of i`
}
