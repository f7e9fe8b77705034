import { staffChanged } from '@kaopei/org/server'
import { type Backlog, inTransaction, listener, type RawServices, Troubles } from '@kaopei/server'
import {
  companiesWithMarks,
  countDepartments,
  markAllDepartments,
  markDepartmentsOf,
  selectMarks,
  takeMarks,
} from './count.sql.ts'

const atOnce = 200
const troubles = new Troubles('skill.count')

/** Marked departments are counted again, a second later at most. */
export const countMarked: Backlog = {
  name: 'skill.count',
  work: async (services) => {
    let done = 0
    for (const companyId of await inTransaction(services.pool, undefined, companiesWithMarks))
      done += (await troubles.guard(services, { companyId }, () => countCompany(services, companyId))) ?? 0
    return done
  },
}

async function countCompany(services: RawServices, companyId: string): Promise<number> {
  const marked = await inTransaction(services.pool, companyId, (db) => selectMarks(db, atOnce + troubles.size))
  const departments = marked.map((id) => ({ companyId, id }))
  return troubles.together(services, departments, async (db, some) => {
    const taken = await takeMarks(
      db,
      some.map(({ id }) => id),
    )
    if (taken.length > 0) await countDepartments(db, taken)
  })
}

export const peopleMoved = listener({
  name: 'skill.peopleMoved',
  event: staffChanged,
  run: ({ staffIds }, { transaction }) =>
    transaction((db) => (staffIds === null ? markAllDepartments(db) : markDepartmentsOf(db, staffIds))),
})
