import type { Handlers } from '@kaopei/server'
import type { directStaff } from '../../contract/direct-staff.ts'
import { contactSight, searchesContacts } from '../sight/contacts.ts'
import { findDirectStaff } from './direct.sql.ts'
import { shownPicks } from './list.service.ts'
import { selectStaffByIds } from './list.sql.ts'

export const directStaffHandlers: Handlers<typeof directStaff> = {
  listDirect: async ({ pageIndex, pageSize, keyWords = '', withSelf }, { actor, db, scope }) => {
    const page = { offset: (pageIndex - 1) * pageSize, limit: pageSize }
    const { staffId } = actor
    const searched = { keyWords, isSearched: searchesContacts(contactSight(actor), scope) }
    const { ids, total } = await findDirectStaff(db, { staffId, scope, ...searched, withSelf, ...page })
    const people = new Map((await selectStaffByIds(db, ids)).map((person) => [person.id, person]))
    const shown = ids.map((id) => people.get(id)).filter((person) => person !== undefined)
    return { dataList: await shownPicks(db, actor, shown), totalCount: total }
  },
}
