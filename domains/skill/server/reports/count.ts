import { staffChanged } from '@kaopei/org/server'
import { type Backlog, inTransaction, listener } from '@kaopei/server'
import { companiesWithMarks, countDepartments, markAllDepartments, markDepartmentsOf, takeMarks } from './count.sql.ts'

const atOnce = 200

/** Marked departments are counted again, a second later at most. */
export const countMarked: Backlog = {
  name: 'skill.count',
  work: async ({ pool }) => {
    let done = 0
    for (const companyId of await inTransaction(pool, undefined, companiesWithMarks))
      done += await inTransaction(pool, companyId, async (db) => {
        const departmentIds = await takeMarks(db, atOnce)
        if (departmentIds.length > 0) await countDepartments(db, departmentIds)
        return departmentIds.length
      })
    return done
  },
}

export const peopleMoved = listener({
  name: 'skill.peopleMoved',
  event: staffChanged,
  run: ({ staffIds }, { transaction }) =>
    transaction((db) => (staffIds === null ? markAllDepartments(db) : markDepartmentsOf(db, staffIds))),
})
