import { kept, protocolErrors } from '@kaopei/contract'
import { implement } from '@kaopei/server'
import { bank, bankFields } from '../../contract/bank.ts'
import { bankErrors } from '../../contract/errors.ts'
import { hasQuestions, insertBank, lockBank, pageOfBanks, removeBank, searchBanks, updateBank } from './bank.sql.ts'

export const bankEndpoints = implement(
  bank,
  {
    search: (input, { db }) => searchBanks(db, input),

    list: ({ pageIndex, pageSize, ...filter }, { db }) =>
      pageOfBanks(db, filter, { limit: pageSize, offset: (pageIndex - 1) * pageSize }),

    create: async (fields, { actor, db, record }) => {
      const id = await insertBank(db, actor.staffId, fields)
      record({ targetId: id, targetName: fields.name, after: fields })
      return { id }
    },

    modify: async ({ id, version, ...wish }, { db, fail, record }) => {
      const before = await lockBank(db, id)
      if (!before) return fail(protocolErrors.notFound)
      if (before.version !== version) return fail(protocolErrors.changed, { data: before })
      const fields = kept(bankFields, wish, before)
      await updateBank(db, id, fields)
      record({ targetId: id, targetName: fields.name, before, after: fields })
      return null
    },

    remove: async ({ id }, { db, fail, now, record }) => {
      const before = await lockBank(db, id)
      if (!before) return fail(protocolErrors.notFound)
      if (await hasQuestions(db, id)) return fail(bankErrors.notEmpty)
      await removeBank(db, id, now)
      record({ targetId: id, targetName: before.name, before })
      return null
    },
  },
  { bank_name_unique: bankErrors.nameTaken, bank_company_id_category_id_fkey: protocolErrors.notFound },
)
